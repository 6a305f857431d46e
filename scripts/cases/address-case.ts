import { z } from 'zod';
import { factsOf, type ErrorFacts } from '../../src/kernel/kernel-error.ts';
import { checkPageMayUse, parseServerAddress, webSocketAddress } from '../../src/kernel/server-address.ts';
import type { HardCase } from './case-file.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const addressTable = z.object({
  ok: z.array(z.object({ input: z.string(), http: z.string(), ws: z.string(), token: z.string().nullable() })),
  error: z.array(z.object({ input: z.string(), reason: z.string() })),
});

/** What the parser says where a table gives such a reason. */
const REASONS: readonly (readonly [words: RegExp, holds: (error: ErrorFacts) => boolean])[] = [
  [/^mixed content/u, ({ code }) => code === 'mixed-content'],
  [/^no scheme/u, ({ facts }) => facts.addressProblem === 'no-scheme' && (facts.suggestions ?? []).some((each) => each.startsWith('https://'))],
  [/^use http/u, ({ facts }) => facts.addressProblem === 'websocket'],
  [/^credentials/u, ({ facts }) => facts.addressProblem === 'credentials'],
  [/^empty/u, ({ facts }) => facts.addressProblem === 'empty'],
  [/scheme/u, ({ facts }) => facts.addressProblem === 'scheme'],
];
const SECURE_PAGE = / \(page served by https\)$/u;

/** Reads every address of a table by the page's own parser. */
export function checkAddresses({ assert }: Pick<HardCase, 'assert'>, { ok, error }: z.infer<typeof addressTable>): Verdict {
  const failures = [...ok.flatMap(okFailures), ...error.flatMap(({ input, reason }) => errorFailures(input, reason))];
  const unread = error.filter(({ reason }) => !REASONS.some(([words]) => words.test(reason))).map(({ reason }) => `the runner does not know the reason "${reason}"`);
  return verdictOf(failures, [...unknownKeys(assert, ['table']), ...unread]);
}

function okFailures({ input, http, ws, token }: z.infer<typeof addressTable>['ok'][number]): readonly string[] {
  try {
    const server = parseServerAddress(input);
    const read = { http: server.url, ws: webSocketAddress(server), token: server.token };
    const wanted = { http, ws, token: token ?? '' };
    return JSON.stringify(read) === JSON.stringify(wanted) ? [] : [`${JSON.stringify(input)} is read as ${JSON.stringify(read)}`];
  } catch (error) {
    return [`${JSON.stringify(input)} is refused: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function errorFailures(input: string, reason: string): readonly string[] {
  const rule = REASONS.find(([words]) => words.test(reason));
  try {
    checkPageMayUse(parseServerAddress(input.replace(SECURE_PAGE, '')), SECURE_PAGE.test(input) ? 'https:' : 'http:');
    return [`${JSON.stringify(input)} is not refused (${reason})`];
  } catch (error) {
    return rule?.[1](factsOf(error)) === false ? [`${JSON.stringify(input)} is refused as ${JSON.stringify(factsOf(error))}, not for "${reason}"`] : [];
  }
}
