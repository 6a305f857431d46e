import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkPages } from '../../src/notebook/page-check.ts';
import { problemAt, problemOf, type Problem } from '../../src/notebook/problem.ts';
import { referenceProblems } from '../../src/notebook/reference-check.ts';
import type { ReferencedNotes } from '../../src/notebook/referenced-notes.ts';
import { readText } from '../../src/note/read-note.ts';
import { count } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import { codeFailures, isCodeLook } from './code-look.ts';
import { isLook, lookFailures } from './mdx-look.ts';
import { renderMdx, type Fences } from './mdx-page.ts';
import { NotCheckable, verdictOf, type Verdict } from './verdict.ts';

type Assert = HardCase['assert'];

/** A file as the site has it: what the check and the build say of it, and what its page would be. */
interface Outcome {
  readonly file: string;
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Why there is no page; then `html` is empty. */
  readonly failure: string;
  readonly html: string;
}

const FIXED = /^fixed_/u;
const REPORTS = /^(.+)_reports$/u;

/**
 * Reads and renders the files of a case as notes of the site.
 * @param generated the text of the main file, where a generator has made it
 */
export async function checkMdx({ area, assert, input, files, folder }: HardCase, root: string, generated?: string): Promise<Verdict> {
  const { known } = await checkPages(root);
  const fences = area === 'c-highlight' || Object.keys(assert).some(isCodeLook) ? 'coloured' : 'plain';
  const place = { known, root, fences } as const;
  const outcomeOf = async (file: string): Promise<Outcome> => outcome(basename(file), await readFile(join(folder, file), 'utf8'), place);
  const main = generated === undefined ? await outcomeOf(input) : await outcome(basename(input).replace('.gen.py', '.mdx'), generated, place);
  const failures = [...mainFailures(assert, main)];
  if (fences === 'coloured') failures.push(...await codeFailures(assert, main.html));
  if (assert['deterministic_html'] === true && (await outcome(main.file, main.text, place)).html !== main.html) failures.push('a second build makes other HTML');
  const unchecked: string[] = [];
  for (const key of Object.keys(assert)) {
    const [, variant] = REPORTS.exec(key) ?? [];
    if (variant !== undefined) {
      const { file, problems } = await outcomeOf(variantFile(files, `-${variant}.`, key));
      failures.push(...reportFailures(file, problems, count(assert, key)));
    } else if (FIXED.test(key) ? !isLook(key.replace(FIXED, '')) : ![isLook, isCodeLook].some((isKnown) => isKnown(key)) && !['build', 'reports_count'].includes(key)) {
      unchecked.push(`assert.${key} is not known for this kind of case`);
    }
  }
  const fixedFile = files.find((file) => file.includes('.fixed.'));
  if (fixedFile !== undefined) failures.push(...fixedFailures(assert, await outcomeOf(fixedFile)));
  return verdictOf(failures, unchecked, main.problems.map(({ line, column, message, hint }) => `${line}:${column}: ${message} (${hint})`).join('; '));
}

function mainFailures(assert: Assert, { file, problems, failure, html }: Outcome): readonly string[] {
  const wrongPlaces = problems.filter(({ line, column, hint }) => line < 1 || column < 1 || hint === '').map(({ message }) => `${message}: without place or cure`);
  const looks = Object.keys(assert).some(isLook);
  if (assert['build'] === 'literal-or-located-error') {
    if (problems.length > 0) return wrongPlaces;
    return failure === '' ? lookFailures(literal(assert), html) : [`the build fails, and nothing says where: ${failure}`];
  }
  if (assert['build'] === 'ok' && failure !== '') return [`the page cannot be made: ${failure}`];
  if ('build' in assert && assert['build'] !== 'ok') throw new NotCheckable(`the runner does not know build: ${JSON.stringify(assert['build'])}`);
  const reports = 'reports_count' in assert ? reportFailures(file, problems, count(assert, 'reports_count')) : unaskedFor(file, problems);
  if (failure !== '') return [...reports, ...(looks ? [`the page cannot be made: ${failure}`] : [])];
  return [...wrongPlaces, ...reports, ...lookFailures(assert, html)];
}

/** What the page must show where it is not refused: what its corrected twin shows. */
function literal(assert: Assert): Assert {
  return { ...Object.fromEntries(Object.entries(assert).map(([key, value]) => [key.replace(FIXED, ''), value])) };
}

function fixedFailures(assert: Assert, { file, problems, failure, html }: Outcome): readonly string[] {
  const looks = Object.fromEntries(Object.entries(assert).filter(([key]) => FIXED.test(key)).map(([key, value]) => [key.replace(FIXED, ''), value]));
  if (failure !== '') return [`${file} cannot be made: ${failure}`];
  return [...unaskedFor(file, problems), ...lookFailures(looks, html).map((each) => `${file}: ${each}`)];
}

function unaskedFor(file: string, problems: readonly Problem[]): readonly string[] {
  return problems.map(({ line, column, message }) => `${file}:${line}:${column} is refused: ${message}`);
}

function reportFailures(file: string, problems: readonly Problem[], wanted: number | undefined): readonly string[] {
  return problems.length === wanted ? [] : [`${file}: ${problems.length} reports, not ${wanted ?? 'a number'}: ${problems.map(({ message }) => message).join('; ')}`];
}

function variantFile(files: readonly string[], part: string, key: string): string {
  const found = files.find((file) => file.includes(part) && !file.includes('.fixed.'));
  if (found === undefined) throw new NotCheckable(`assert.${key} names no file of the case`);
  return found;
}

interface CasePage {
  readonly known: ReferencedNotes;
  readonly root: string;
  readonly fences: Fences;
}

async function outcome(file: string, text: string, { known, root, fences }: CasePage): Promise<Outcome> {
  const problems = problemsOf(text, file, known);
  // A note's name, so that its fences are cells.
  const page = await renderMdx(text, `notes/cuda/${file}`, root, fences).then(
    (html) => ({ html, failure: '' }),
    (error: unknown) => ({ html: '', failure: error instanceof Error ? error.message : String(error) }),
  );
  return { file, text, problems, ...page };
}

function problemsOf(text: string, file: string, known: ReferencedNotes): readonly Problem[] {
  try {
    const page = readText(text, file);
    return [...page.faults.map((fault) => problemAt(file, fault, fault.message, fault.hint)), ...referenceProblems(page, known)];
  } catch (error) {
    return [problemOf(error, file)];
  }
}
