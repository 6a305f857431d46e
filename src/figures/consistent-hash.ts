/** A place of a node on the ring, in turns from 0 to 1. */
export interface RingPoint {
  readonly node: string;
  readonly at: number;
}

/** A stretch of the ring whose keys belong to a node; it ends at the node's point. */
export interface RingArc {
  readonly from: number;
  readonly to: number;
  readonly node: string;
}

/** FNV-1a over the code units, mixed once more so that names that differ in the last sign land far apart (murmur3's finalizer). */
export function hashTurn(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Every node stands at `copies` places (its virtual nodes), in the order of the ring. */
export function hashRing(nodes: readonly string[], copies: number, salt = ''): readonly RingPoint[] {
  return nodes.flatMap((node) => Array.from({ length: copies }, (_, copy) => ({ node, at: hashTurn(`${salt}${node}#${copy}`) })))
    .toSorted((a, b) => a.at - b.at);
}

/** A key belongs to the first point clockwise; the arc over 0 is cut there in two. */
export function ringArcs(points: readonly RingPoint[]): readonly RingArc[] {
  const first = points[0];
  if (!first) return [];
  const arcs = points.map(({ node, at }, index) => ({ from: points[index - 1]?.at ?? 0, to: at, node }));
  return [...arcs, { from: points.at(-1)?.at ?? 0, to: 1, node: first.node }];
}

export function ownerOf(points: readonly RingPoint[], turn: number): string | undefined {
  return (points.find(({ at }) => at >= turn) ?? points[0])?.node;
}

/** The share of the ring of each node; a node without a point has none. */
export function ringShares(points: readonly RingPoint[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { from, to, node } of ringArcs(points)) shares.set(node, (shares.get(node) ?? 0) + to - from);
  return shares;
}

/** The stretches whose owner changes from one ring to the other, with both owners. */
export function movedArcs(before: readonly RingPoint[], after: readonly RingPoint[]): readonly (RingArc & { readonly left: string })[] {
  const cuts = [...new Set([0, ...before.map(({ at }) => at), ...after.map(({ at }) => at), 1])].toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? 0;
    const [left, node] = [ownerOf(before, to), ownerOf(after, to)];
    return left === undefined || node === undefined || left === node ? [] : [{ from, to, node, left }];
  });
}

/** The share of keys that `hash mod n` moves when n changes: those whose remainder differs, over a whole period. */
export function moduloMoved(before: number, after: number): number {
  const period = before * after;
  return Array.from({ length: period }, (_, hash) => hash).filter((hash) => hash % before !== hash % after).length / period;
}
