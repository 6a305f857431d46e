import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressTable, checkAddresses } from './address-case.ts';
import { autoRunInput, checkAutoRun } from './auto-run-case.ts';
import { baseInput, checkBases } from './base-case.ts';
import type { HardCase } from './case-file.ts';
import type { CasePlace } from './case-place.ts';
import { checkCudaCell, checkFailedBuild, failedBuild } from './cuda-case.ts';
import { areMessages, checkFlood } from './flood-case.ts';
import { checkFrames, frameInput } from './frame-case.ts';
import { generateInput } from './generated-input.ts';
import { checkIndexRace, indexRaceInput } from './index-race-case.ts';
import { checkMdx } from './mdx-case.ts';
import { checkMissingTool, toolInput } from './missing-nvcc-case.ts';
import { checkNames, nameTable } from './names-case.ts';
import { checkNotebook } from './notebook-case.ts';
import { answeredCells, checkAnsweredCells, checkDescriptors, descriptorCell } from './python-case.ts';
import { checkQueries, queryTable } from './search-case.ts';
import { checkSecrets, secretsInput } from './secrets-case.ts';
import { checkTranscript, firstLine } from './transcript-case.ts';
import { NotCheckable, skipped, type Verdict } from './verdict.ts';
import { checkWorker, workerInput } from './worker-case.ts';

/** Runs what a machine can check of a case on the product's own code. Does not throw. */
export async function runCase(each: HardCase, place: CasePlace): Promise<Verdict> {
  try {
    if (each.kind === 'ipynb') return await checkNotebook(each, place);
    return each.input.endsWith('.gen.py') ? await checkGenerated(each, place) : await checkFile(each, await readFile(join(each.folder, each.input), 'utf8'), place);
  } catch (error) {
    return error instanceof NotCheckable ? skipped(error.message) : { status: 'failed', reason: firstLine(error) };
  }
}

async function checkGenerated(each: HardCase, place: CasePlace): Promise<Verdict> {
  const { lines, files } = await generateInput(join(each.folder, each.input), 'c1');
  if (areMessages(lines)) return checkFlood(each, lines, await place.site());
  const [first] = [...files.values()];
  if (first === undefined) throw new NotCheckable('the generator of the case made no input that the runner knows');
  return each.kind === 'mdx' ? checkMdx(each, place.root, first) : checkFile(each, first, place);
}

async function checkFile(each: HardCase, text: string, place: CasePlace): Promise<Verdict> {
  switch (each.kind) {
    case 'mdx':
      return checkMdx(each, place.root);
    case 'cuda-cell':
    case 'python-cell':
      return checkCell(each, text, place);
    case 'server-behaviour':
    case 'html':
    case 'query':
      return checkJson(each, parseJson(text), place);
  }
  throw new NotCheckable(`the runner does not know cases of the kind "${each.kind}"`);
}

/** A program as it stands, or a description of what happens to one. */
async function checkCell(each: HardCase, text: string, place: CasePlace): Promise<Verdict> {
  if (/\.(?:cu|cuh|cpp|cc)$/u.test(each.input)) return checkCudaCell(each, text, place);
  const json = parseJson(text);
  const build = failedBuild.safeParse(json);
  if (build.success) return checkFailedBuild(each, build.data, place);
  const cells = answeredCells.safeParse(json);
  if (cells.success) return checkAnsweredCells(each, cells.data, place);
  const descriptors = descriptorCell.safeParse(json);
  if (descriptors.success) return checkDescriptors(each, descriptors.data, place);
  throw new NotCheckable('the runner does not know an input of this form');
}

/** By what is in the file, since several kinds of input share a kind of case. */
async function checkJson(each: HardCase, json: unknown, place: CasePlace): Promise<Verdict> {
  if (isTranscript(json)) return checkTranscript(each, json, await place.site());
  const tool = toolInput.safeParse(json);
  if (tool.success) return checkMissingTool(each, tool.data, place);
  const addresses = addressTable.safeParse(json);
  if (addresses.success) return checkAddresses(each, addresses.data);
  const frames = frameInput.safeParse(json);
  if (frames.success) return checkFrames(each, frames.data, await place.site());
  const secrets = secretsInput.safeParse(json);
  if (secrets.success) return checkSecrets(each, secrets.data);
  const queries = queryTable.safeParse(json);
  if (queries.success) return checkQueries(each, queries.data, place.root);
  const names = nameTable.safeParse(json);
  if (names.success) return checkNames(each, names.data);
  const autoRun = autoRunInput.safeParse(json);
  if (autoRun.success) return checkAutoRun(each, autoRun.data, await place.site());
  const bases = baseInput.safeParse(json);
  if (bases.success) return checkBases(each, bases.data, place.root);
  const race = indexRaceInput.safeParse(json);
  if (race.success) return checkIndexRace(each, race.data, await place.site());
  const requests = workerInput.safeParse(json);
  if (requests.success) return checkWorker(each, requests.data, place.root, await place.site());
  throw new NotCheckable('the runner does not know an input of this form');
}

function isTranscript(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === 'warpnotes-transcript/1';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NotCheckable('the input is no JSON', { cause });
  }
}
