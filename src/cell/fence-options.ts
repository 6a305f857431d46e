import { closest } from 'fastest-levenshtein';
import type { CellOptions } from './cell.ts';
import { defaultOptions, needs } from './cell.ts';
import { fileNameProblem } from './file-name.ts';
import { fenceTokens, type FenceToken } from './fence-tokens.ts';
import { parseSameRules } from './same-lines.ts';

/** What is wrong with a fence's info string, at an offset in it, with a cure. */
export interface FenceProblem {
  readonly message: string;
  readonly hint: string;
  readonly offset: number;
}

export type FenceResult =
  | { readonly kind: 'static' }
  | { readonly kind: 'cell'; readonly options: CellOptions }
  | { readonly kind: 'problem'; readonly problem: FenceProblem };

type Draft = { -readonly [K in keyof CellOptions]: CellOptions[K] };
type Reader = (draft: Draft, value: string) => string | undefined;

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
/** nbformat 4.5 takes no longer id of a cell. */
const ID_LENGTH = 64;
const FILE = /^[A-Za-z0-9_][\w.-]*$/u;

/** Options that carry a value; a reader returns what is wrong with it, or nothing. */
const valued = new Map<string, Reader>(Object.entries<Reader>({
  id: (draft, value) => {
    draft.id = value;
    if (value.length > ID_LENGTH) return `an id has at most ${ID_LENGTH} characters`;
    return ID.test(value) ? undefined : 'an id is lower-case words joined by "-", such as stride-sweep';
  },
  nvcc: (draft, value) => void (draft.nvccArgs = value),
  files: (draft, value) => {
    draft.files = value;
    return FILE.test(value) ? fileNameProblem(value) : 'a file name has no folder and no space, such as tile.cuh';
  },
  stdin: (draft, value) => {
    draft.stdin = value;
    return FILE.test(value) ? fileNameProblem(value) : 'stdin= is the name of a file that an earlier cell writes, such as numbers.txt';
  },
  uses: (draft, value) => {
    draft.uses = value.split(',');
    return draft.uses.every((id) => ID.test(id)) ? undefined : 'uses= takes cell ids joined by commas';
  },
  needs: (draft, value) => {
    draft.needs = needs.find((need) => need === value) ?? null;
    return draft.needs ? undefined : `needs= is one of ${needs.join(', ')}`;
  },
  timeout: (draft, value) => {
    draft.timeoutSeconds = Number(value);
    return draft.timeoutSeconds > 0 && Number.isFinite(draft.timeoutSeconds) ? undefined : 'timeout= is a number of seconds above 0';
  },
  gpus: (draft, value) => {
    draft.gpus = Number(value);
    return isCount(draft.gpus) ? undefined : 'gpus= is a whole number above 0';
  },
  processes: (draft, value) => {
    draft.processes = Number(value);
    return isCount(draft.processes) ? undefined : 'processes= is a whole number above 0';
  },
  same: (draft, value) => {
    draft.same = parseSameRules(value) ?? [];
    return draft.same.length > 0 ? undefined : 'same= takes labels or lines joined by ";", such as "*parameters; loss ±5%; !torch *"';
  },
}));

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

const flags = new Map<string, (draft: Draft) => void>(Object.entries({
  run: () => undefined,
  hide: (draft: Draft) => (draft.hide = true),
  'expect-error': (draft: Draft) => (draft.expectError = true),
  metrics: (draft: Draft) => (draft.metrics = true),
  kernel: (draft: Draft) => (draft.kernel = true),
}));

/** Options of Expressive Code that change how a fence looks and nothing else. */
const presentational = [
  'title', 'frame', 'wrap', 'mark', 'ins', 'del', 'collapse', 'showLineNumbers', 'startLineNumber', 'preserveIndent',
];

/** What is wrong with the options of a fence, whether it runs or not; undefined where nothing is. */
export function fenceProblem(meta: string): FenceProblem | undefined {
  const result = parseFenceOptions(meta);
  if (result.kind !== 'static') return result.kind === 'problem' ? result.problem : undefined;
  const strange = fenceTokens(meta).find(({ key }) => key !== '' && !presentational.includes(key));
  if (!strange) return undefined;
  if (valued.has(strange.key) || flags.has(strange.key)) {
    return { message: `the fence does not run, so "${strange.key}" does nothing`, hint: 'add run and an id, or leave it out', offset: strange.offset };
  }
  return unknownOption(strange);
}

/** Reads the info string of a fence (what follows the language). A fence without `run` is `static`: not ours. */
export function parseFenceOptions(meta: string): FenceResult {
  const tokens = fenceTokens(meta);
  if (!tokens.some((token) => token.key === 'run' && token.value === null)) return { kind: 'static' };
  const draft: Draft = { id: '', ...defaultOptions };
  for (const token of tokens) {
    const problem = applyToken(draft, token);
    if (problem) return { kind: 'problem', problem };
  }
  if (draft.id === '') {
    return problemAt(0, 'a runnable cell has no id', 'add id=some-name, unique in the note');
  }
  return { kind: 'cell', options: draft };
}

function applyToken(draft: Draft, token: FenceToken): FenceProblem | undefined {
  const { key, value, offset } = token;
  if (key === '' || presentational.includes(key)) return undefined;
  if (value === null) {
    const flag = flags.get(key);
    if (!flag) return unknownOption(token);
    flag(draft);
    return undefined;
  }
  const read = valued.get(key);
  if (!read || SMART.test(value)) return unknownOption(token);
  const wrong = read(draft, value);
  return wrong === undefined ? undefined : { message: `${key}=${value} is not valid`, hint: wrong, offset };
}

/** What a word processor makes of quotes, and of a hyphen where an option begins. */
const SMART = /[“”‘’]|(?<=^|[\s,=])[–—]/u;

function unknownOption({ key, value, offset }: FenceToken): FenceProblem {
  const smart = SMART.exec(`${key} ${value ?? ''}`)?.[0].trim();
  if (smart !== undefined) return { message: `the option ${key} has ${smart}, which is no sign of a program`, hint: 'write " and -', offset };
  const names = [...valued.keys(), ...flags.keys(), ...presentational];
  return { message: `unknown fence option "${key}"`, hint: `did you mean "${closest(key, names)}"?`, offset };
}

function problemAt(offset: number, message: string, hint: string): FenceResult {
  return { kind: 'problem', problem: { message, hint, offset } };
}
