import type { NoteRecording } from './recorded-notebook.ts';

/** Something in a recording that looks like a secret; `shown` has no more of it than its beginning. */
export interface FoundSecret {
  readonly cellId: string;
  /** What it looks like: `Hugging Face token`. */
  readonly kind: string;
  readonly shown: string;
}

/** A recording without what never goes into a file, and what else should not without a human's word. */
export interface CleanRecording {
  readonly recording: NoteRecording;
  readonly secrets: readonly FoundSecret[];
}

/** Forms of keys as their makers document them. Those in capture groups are the secret itself. */
const KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['Hugging Face token', /\bhf_[A-Za-z0-9]{16,}/gu],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,})/gu],
  ['GitLab token', /\bglpat-[\w-]{16,}/gu],
  ['AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/gu],
  ['Google API key', /\bAIza[\w-]{35}/gu],
  ['Slack token', /\bxox[abprs]-[\w-]{10,}/gu],
  ['API key', /\bsk-[\w-]{20,}/gu],
  ['NGC key', /\bnvapi-[\w-]{20,}/gu],
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/gu],
  ['web token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/gu],
  ['Authorization header', /\bauthorization["']?\s*[:=]\s*["']?(?:token|bearer|basic)\s+(?!\*\*\*)[^\s"']+/giu],
];

const HIDDEN = '***';
/** In the query of an address, and nowhere else. */
const QUERY_SECRET = /([?&](?:token|access_token|api_key|_xsrf)=)[^\s&#"'<>]+/giu;
const HOME = /(?:\/home\/|\/Users\/|\b[A-Z]:\\Users\\)[^\s/\\:"'<>]+/gu;
/** Data of these types is no text of a program. */
const OPAQUE = /^(?:image|audio|video|font)\//u;

/**
 * Takes the connection's token, tokens in the queries of addresses and the names of home directories out of what a
 * recording printed, and finds other secrets in it, which stay.
 * @param token of the connection; empty for none
 */
function cleanRecording(recording: NoteRecording, token: string): CleanRecording {
  const secrets: FoundSecret[] = [];
  const cells = recording.cells.map((cell) => {
    const outputs = mapTexts(cell.outputs, (text) => cleanText(text, token));
    mapTexts(outputs, (text) => {
      secrets.push(...secretsIn(text).map((found) => ({ ...found, cellId: cell.id })));
      return text;
    });
    return { ...cell, outputs };
  });
  return { recording: { ...recording, cells }, secrets };
}

/**
 * The recording as it may be written, by `cleanRecording`. Throws where it holds secrets and nobody has allowed that, and
 * says of each where it is and what it looks like.
 */
export function writableRecording(
  recording: NoteRecording,
  { token, secrets: rule }: { readonly token: string; readonly secrets: 'refuse' | 'allow' },
): NoteRecording {
  const clean = cleanRecording(recording, token);
  if (rule === 'allow' || clean.secrets.length === 0) return clean.recording;
  const lines = clean.secrets.map(({ cellId, kind, shown }) => `  cell ${cellId} printed what looks like a secret: ${kind} ${shown}`);
  const cure = 'Nothing was written. Take it out of what the cell prints, and record again; if it is none, add --allow-secrets.';
  throw new Error([...lines, cure].join('\n'));
}

/** A text without the connection's token, tokens in addresses, and names of home directories. */
export function cleanText(text: string, token: string): string {
  const own = token === '' ? text : text.replaceAll(token, HIDDEN).replaceAll(encodeURIComponent(token), HIDDEN);
  return own.replace(QUERY_SECRET, `$1${HIDDEN}`).replace(HOME, '~');
}

/** What in a text looks like a secret. */
export function secretsIn(text: string): readonly Omit<FoundSecret, 'cellId'>[] {
  return KINDS.flatMap(([kind, form]) => [...text.matchAll(form)].map(([match]) => ({ kind, shown: `${match.slice(0, 8)}…` })));
}

/** A value of JSON with every text in it replaced; keys stay, and so does data that is no text. */
function mapTexts<T>(value: T, replace: (text: string) => string): T {
  if (typeof value === 'string') return replace(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, replace)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, OPAQUE.test(key) ? each : mapTexts(each, replace)])) as T;
}
