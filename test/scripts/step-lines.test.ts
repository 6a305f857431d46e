import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStepLines } from '../../scripts/step-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A screen that keeps what is written, and step lines on it with a clock that fake timers move. */
function record(terminal: { readonly isTTY?: boolean; readonly columns?: number } = {}) {
  const written: string[] = [];
  const write = (text: string) => {
    written.push(text);
    return true;
  };
  const origin = Date.now();
  return { written, lines: createStepLines({ ...terminal, write }, () => Date.now() - origin) };
}

describe('step lines', () => {
  it('in a log are one line when a step begins, one every 15 s, and one with its seconds when it ends', () => {
    const { written, lines } = record();
    const step = lines.begin('Building');
    step.detail('page 3');
    vi.advanceTimersByTime(16_000);
    step.done('Built');
    vi.advanceTimersByTime(60_000);
    lines.close();
    expect(written).toEqual(['  Building\n', '  Building, 15 s: page 3\n', '✓ Built (16 s)\n']);
  });

  it('on a terminal are redrawn in place, below the lines that stay, none wider than the terminal', () => {
    const { written, lines } = record({ isTTY: true, columns: 20 });
    const first = lines.begin('First');
    const second = lines.begin('Second');
    second.detail('a long word about where it is');
    first.done('First done');
    lines.say('a word');
    second.failed('Second failed');
    lines.close();
    const screen = replay(written);
    expect(screen).toEqual(['✓ First done (0.0 s)', 'a word', '✗ Second failed']);
    const drawn = written.filter((text) => text.startsWith('⠋'));
    expect(drawn.length).toBeGreaterThan(3);
    for (const text of drawn) expect(text.trimEnd().length, text).toBeLessThan(20);
  });

  it('end once: what comes after a step has ended is not shown', () => {
    const { written, lines } = record();
    const step = lines.begin('Building');
    step.dropped();
    step.done('Built');
    lines.close();
    expect(written).toEqual(['  Building\n']);
  });
});

/** What a terminal shows after these writes: a line each, "up n, clear below" understood. */
function replay(written: readonly string[]): readonly string[] {
  const shown: string[] = [];
  for (const text of written) {
    const up = /^\x1b\[(\d+)A\x1b\[J$/.exec(text)?.[1];
    if (up === undefined) shown.push(text.trimEnd());
    else shown.length -= Number(up);
  }
  return shown;
}
