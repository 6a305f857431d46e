import { normalFrom, softmax } from './seeded-random.ts';

/** Grouped-query attention of one layer; as many heads for keys and values as for queries make it multi-head, one multi-query. */
export interface AttentionShape {
  readonly batch: number;
  readonly tokens: number;
  readonly heads: number;
  /** Heads of keys and values; a divisor of `heads`. */
  readonly kvHeads: number;
  readonly headWidth: number;
}

/** One tensor on the way, and what it takes to make it. */
export interface AttentionStep {
  readonly name: 'x' | 'q' | 'k' | 'v' | 'scores' | 'weighted' | 'output';
  readonly shape: readonly number[];
  /** Floating-point operations, two for a multiplication and an addition. */
  readonly flops: number;
}

export const elementsOf = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

/** Width of the model: all heads side by side. */
export const modelWidth = ({ heads, headWidth }: AttentionShape): number => heads * headWidth;

/** The tensors in their order, with the shapes that PyTorch's scaled_dot_product_attention takes. */
export function attentionSteps(given: AttentionShape): readonly AttentionStep[] {
  const { batch, tokens, heads, kvHeads, headWidth } = given;
  const width = modelWidth(given);
  const product = (inner: number, shape: readonly number[]) => 2 * inner * elementsOf(shape);
  const [x, q, kv] = [[batch, tokens, width], [batch, heads, tokens, headWidth], [batch, kvHeads, tokens, headWidth]];
  const scores = [batch, heads, tokens, tokens];
  return [
    { name: 'x', shape: x, flops: 0 },
    { name: 'q', shape: q, flops: product(width, q) },
    { name: 'k', shape: kv, flops: product(width, kv) },
    { name: 'v', shape: kv, flops: product(width, kv) },
    { name: 'scores', shape: scores, flops: product(headWidth, scores) },
    { name: 'weighted', shape: q, flops: product(tokens, q) },
    { name: 'output', shape: x, flops: product(width, x) },
  ];
}

/** Weights of the four products, without biases. */
export function attentionParameters(given: AttentionShape): number {
  const width = modelWidth(given);
  return 2 * width * width + 2 * width * given.kvHeads * given.headWidth;
}

/** Bytes that one token leaves in the cache of keys and values of one layer, at two bytes a number. */
export function cacheBytes({ kvHeads, headWidth }: AttentionShape): number {
  return 2 * kvHeads * headWidth * 2;
}

/** Numbers that divide a number, in order. */
export function divisorsOf(number: number): readonly number[] {
  return Array.from({ length: number }, (_, index) => index + 1).filter((each) => number % each === 0);
}

/** Scores of a small head: products of queries and keys whose entries are normal numbers; by query, then key. */
export function headScores(tokens: number, headWidth: number, seed: number): readonly (readonly number[])[] {
  const normal = normalFrom(seed);
  const vectors = () => Array.from({ length: tokens }, () => Array.from({ length: headWidth }, normal));
  const [queries, keys] = [vectors(), vectors()];
  return queries.map((query) => keys.map((key) => query.reduce((sum, entry, i) => sum + entry * (key[i] ?? 0), 0)));
}

/** The weights with which each query takes the values: softmax over the keys, those of later tokens left out if `causal`. */
export function headWeights(scores: readonly (readonly number[])[], options: { readonly causal: boolean; readonly scale: number }) {
  return scores.map((row, query) => softmax(row.map((score, key) => (options.causal && key > query ? -Infinity : score * options.scale))));
}
