import { normalFrom, softmax } from './seeded-random.ts';

export interface RoutingCase {
  readonly tokens: number;
  readonly experts: number;
  /** Experts that each token is sent to. */
  readonly choices: 1 | 2;
  readonly capacityFactor: number;
  /** How much the router prefers the first experts; 0 for not at all. */
  readonly skew: number;
  readonly seed: number;
}

/** One token at one expert. `slot` is its place there; null where the expert was full and the token is dropped. */
export interface Assignment {
  readonly token: number;
  readonly expert: number;
  readonly choice: number;
  readonly slot: number | null;
}

export interface Routing {
  readonly capacity: number;
  readonly assignments: readonly Assignment[];
  /** Tokens that want each expert, those that are dropped with them. */
  readonly wanted: readonly number[];
  /** E · Σ f·P over the experts, f the share of tokens whose first choice it is and P its mean probability; 1 where all is even. */
  readonly balanceLoss: number;
}

/** Tokens that an expert takes: an even share, times the factor (Fedus, Zoph and Shazeer, "Switch Transformers", section 2.2). */
export function expertCapacity({ tokens, experts, choices, capacityFactor }: RoutingCase): number {
  return Math.ceil((capacityFactor * tokens * choices) / experts);
}

/**
 * Routes tokens by a random router: a score for each token and expert, less `skew` · ln(1 + expert). The choices of the
 * highest probability are taken; places are given to all first choices in the order of the tokens, then to the second ones.
 */
export function routeTokens(given: RoutingCase): Routing {
  const { tokens, experts, choices, skew, seed } = given;
  const normal = normalFrom(seed);
  const probabilities = Array.from({ length: tokens }, () =>
    softmax(Array.from({ length: experts }, (_, expert) => normal() - skew * Math.log(1 + expert))));
  const ranked = probabilities.map((row) => [...row.keys()].toSorted((a, b) => (row[b] ?? 0) - (row[a] ?? 0)));
  const capacity = expertCapacity(given);
  const wanted = Array.from({ length: experts }, () => 0);
  const assignments: Assignment[] = [];
  for (let choice = 0; choice < choices; choice++) {
    for (const [token, order] of ranked.entries()) {
      const expert = order[choice] ?? 0;
      const before = wanted[expert] ?? 0;
      wanted[expert] = before + 1;
      assignments.push({ token, expert, choice, slot: before < capacity ? before : null });
    }
  }
  const balanceLoss = experts * [...wanted.keys()].reduce((sum, expert) => {
    const first = ranked.filter((order) => order[0] === expert).length / tokens;
    return sum + first * (probabilities.reduce((total, row) => total + (row[expert] ?? 0), 0) / tokens);
  }, 0);
  return { capacity, assignments, wanted, balanceLoss };
}
