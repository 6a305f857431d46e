import { describe, expect, it, test } from 'vitest';
import { hashRing, hashTurn, moduloMoved, movedArcs, ownerOf, ringShares } from '../../src/figures/consistent-hash.ts';
import { startDrawing } from '../../src/figures/figure-model.ts';
import { figure } from '../../src/figures/hash-ring-figure.ts';
import { recordedNumbers } from '../support/recorded-lines.ts';

const nodes = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const total = (arcs: readonly { readonly from: number; readonly to: number }[]) => arcs.reduce((sum, { from, to }) => sum + to - from, 0);

test('keys move only to a node that joins, and only away from one that leaves', () => {
  for (let salt = 0; salt < 50; salt++) {
    const [small, large] = [hashRing(nodes(5), 4, `${salt}/`), hashRing(nodes(6), 4, `${salt}/`)];
    expect(movedArcs(small, large).every(({ node }) => node === 'n5')).toBe(true);
    expect(movedArcs(large, small).every(({ left }) => left === 'n5')).toBe(true);
    expect(total(movedArcs(small, large))).toBeCloseTo(ringShares(large).get('n5') ?? 0, 12);
  }
});

test('the shares are those of keys, and add up to one', () => {
  const ring = hashRing(nodes(4), 8);
  expect([...ringShares(ring).values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  const keys = Array.from({ length: 20_000 }, (_, key) => ownerOf(ring, hashTurn(`key ${key}`)));
  for (const [node, share] of ringShares(ring)) expect(keys.filter((owner) => owner === node).length / keys.length).toBeCloseTo(share, 1.5);
});

describe('with twenty sets of names, as in the note', () => {
  const recorded = recordedNumbers('system-design/design-building-blocks', 'consistent-hashing');
  const means = (copies: number) => {
    const ring = (count: number, salt: number) => hashRing(nodes(count), copies, `${salt}/`);
    const rings = Array.from({ length: 20 }, (_, salt) => [ring(10, salt), ring(11, salt)] as const);
    const mean = (of: (before: ReturnType<typeof hashRing>, after: ReturnType<typeof hashRing>) => number) =>
      rings.reduce((sum, [before, after]) => sum + of(before, after), 0) / rings.length;
    return {
      moved: 100 * mean((before, after) => total(movedArcs(before, after))),
      fullest: mean((before) => 10 * Math.max(...ringShares(before).values())),
    };
  };

  it.each([1, 10, 100])('%i points a node are as even as its cell found, with another hash', (copies) => {
    const { moved, fullest } = means(copies);
    const spread = 1 / Math.sqrt(copies);  // that of the mean over twenty draws is a few times smaller
    const named = `${copies} points a node`;
    expect(Math.abs(moved - (recorded.get(`${named}, moved`) ?? NaN))).toBeLessThan(6 * spread);
    expect(Math.abs(fullest - (recorded.get(`${named}, fullest node against the mean`) ?? NaN))).toBeLessThan(0.9 * spread);
  });

  it('a remainder moves ten of eleven keys from 10 nodes to 11', () => {
    expect(100 * moduloMoved(10, 11)).toBeCloseTo(recorded.get('key mod n, from 10 to 11 nodes, moved') ?? NaN, 0);
    expect(moduloMoved(10, 11)).toBeCloseTo(10 / 11, 12);
  });
});

test('names that differ in their last sign land anywhere on the ring', () => {
  const turns = Array.from({ length: 1000 }, (_, copy) => hashTurn(`A#${copy}`));
  const tenths = Array.from({ length: 10 }, (_, tenth) => turns.filter((turn) => Math.floor(turn * 10) === tenth).length);
  expect(Math.min(...tenths)).toBeGreaterThan(70);
  expect(Math.max(...tenths)).toBeLessThan(130);
});

test('the figure starts with a node that joins three', () => {
  expect(startDrawing(figure, 'en').summary).toContain('an equal share would be 25.0 %. With hash mod n it would be 75.0 %');
});
