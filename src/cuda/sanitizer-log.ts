/** What kind of mistake compute-sanitizer has found, by the first line of what it says. */
export type FindingKind =
  | 'bounds' | 'misaligned' | 'memory' | 'race' | 'barrier' | 'uninitialized' | 'assert' | 'leak' | 'api' | 'other';

/** A line of a file that takes part in a finding. */
export interface FindingPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The function there, as the tool names it. */
  readonly name: string;
}

/** What compute-sanitizer says of one mistake; the same one of several threads is one finding. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: 'error' | 'warning';
  /** The first line of what the tool says, without its places. */
  readonly text: string;
  /** Lines that say more of the access, such as how far from which allocation. */
  readonly details: readonly string[];
  /** The instruction first, then those who called; of a race, the two accesses. */
  readonly places: readonly FindingPlace[];
  /** `(100,0,0) in block (0,0,0)` of the first one; null where no thread is named. */
  readonly thread: string | null;
  readonly threads: number;
  /** Another finding of the same run has left the context in error, which this call only reports. */
  readonly isConsequence: boolean;
}

/** What a run under compute-sanitizer gave. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  /** Of the summary; null where the log has none, since the tool did not get to its end. */
  readonly errors: number | null;
  /** Why the tool could not look: its own words; null where it could. */
  readonly refusal: string | null;
}

const PREFIX = /^=========(?: |$)/u;
const PLACE = /(?:at|Device Frame:) (.+?)(?:\+0x[0-9a-f]+)?(?: \[0x[0-9a-f]+\])? in (\S+?):(\d+)(?= |$|\))/u;
const KINDS: readonly (readonly [RegExp, FindingKind])[] = [
  [/^(?:Error|Warning): (?:Race reported|Potential \w+ hazard)/u, 'race'],
  [/^Barrier error/u, 'barrier'],
  [/^Uninitialized /u, 'uninitialized'],
  [/^Warp assert/u, 'assert'],
  [/^Leaked /u, 'leak'],
  [/^Program hit /u, 'api'],
  [/^Invalid |^Malloc\/Free error|^Stack (?:overflow|underflow)|^Fatal |^Out-of-range/u, 'memory'],
];
const REFUSALS = /Device not supported|not (?:currently )?supported|Unable to find injection library|Failed to initialize|Internal (?:Sanitizer )?Error|No attachable process found|permission/iu;
/** After one of these no call of the program can succeed. */
const STICKY = /\b(?:error (?:7(?:00|0[2-9]|1[0-9]|2[01])|999))\)/u;

/** Reads what `compute-sanitizer --log-file` wrote, of any of its tools. */
export function readSanitizerLog(log: string): CheckResult {
  const lines = log.split(/\r?\n/u).filter((line) => PREFIX.test(line)).map((line) => line.replace(PREFIX, ''));
  const errors = summaryOf(lines);
  const blocks = blocksOf(lines);
  const findings: Finding[] = [];
  let broken = false;
  for (const block of blocks) {
    const finding = findingOf(block, broken);
    if (!finding) continue;
    broken ||= finding.kind !== 'api' && finding.kind !== 'race' && finding.kind !== 'leak' && finding.kind !== 'uninitialized';
    const same = findings.findIndex((each) => isSame(each, finding));
    const known = findings[same];
    if (known) findings[same] = { ...known, threads: known.threads + finding.threads };
    else findings.push(finding);
  }
  const [refused] = findings.length === 0 ? lines.filter((line) => REFUSALS.test(line)) : [];
  return { findings, errors, refusal: refused === undefined ? null : refused.trim() };
}

function summaryOf(lines: readonly string[]): number | null {
  for (const line of lines) {
    const [, errors, hazards] = /^(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)/u.exec(line) ?? [];
    if (errors !== undefined || hazards !== undefined) return Number(errors ?? hazards);
  }
  return null;
}

/** The lines of each finding: the first is not indented, the others are. */
function blocksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  for (const line of lines) {
    if (line.trim() === '') blocks.push([]);
    else if (/^\s/u.test(line)) blocks.at(-1)?.push(line.trim());
    else blocks.push([line]);
  }
  return blocks.filter((block) => block.length > 0);
}

function findingOf([first = '', ...rest]: readonly string[], broken: boolean): Finding | null {
  const kind = KINDS.find(([pattern]) => pattern.test(first))?.[1];
  if (kind === undefined) return null;
  const device = rest.filter((line) => !/^(?:Saved host backtrace|Host Frame:)/u.test(line));
  const places = [first, ...device].flatMap((line) => placeOf(line) ?? []);
  const thread = rest.map((line) => /^by thread (.+)$/u.exec(line)?.[1]).find((each) => each !== undefined) ?? null;
  const details = device.filter((line) => !/^(?:at |by thread |Device Frame:|and (?:Read|Write) Access)/iu.test(line) && !placeOf(line));
  return {
    kind: kindOf(kind, details), severity: /^Warning:/u.test(first) ? 'warning' : 'error',
    text: first.replace(/^(?:Error|Warning): /u, '').replace(/ between (Write|Read) access at .*$/iu, ''),
    details, places, thread, threads: thread === null ? 0 : 1, isConsequence: kind === 'api' && broken && STICKY.test(first),
  };
}

function kindOf(kind: FindingKind, details: readonly string[]): FindingKind {
  if (kind !== 'memory') return kind;
  if (details.some((line) => /misaligned/u.test(line))) return 'misaligned';
  return details.some((line) => /out of bounds|nearest allocation/u.test(line)) ? 'bounds' : kind;
}

function placeOf(line: string): FindingPlace | null {
  const [, name, file, number] = PLACE.exec(line) ?? [];
  return name === undefined || file === undefined ? null : { name: name.replace(/^.* access at /iu, ''), file, line: Number(number) };
}

/** Whether two are the same mistake, at the same place of the program. */
function isSame(one: Finding, other: Finding): boolean {
  return one.kind === other.kind && one.text === other.text && (one.places.length > 0 || one.kind === 'assert')
    && JSON.stringify(one.places) === JSON.stringify(other.places);
}

/** The lines of a file that a finding is about: the innermost one, and of a race both. */
export function findingLines({ kind, places }: Finding, file: string): readonly number[] {
  const lines = places.filter((place) => place.file === file).map(({ line }) => line);
  return [...new Set(kind === 'race' ? lines : lines.slice(0, 1))];
}
