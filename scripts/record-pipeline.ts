import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nvccStages } from '../src/cuda/nvcc-stages.ts';
import {
  pipelineFor, pipelinePhases, pipelineResult, pipelineSource, writtenOptions, type KeptFile, type PipelineRecording,
} from '../src/figures/compilation-pipeline.ts';
import { formatPipeline, PIPELINE_CELL, PIPELINE_NOTE, pipelineFile } from '../src/notebook/pipeline-recording.ts';
import { writeNotebook } from '../src/notebook/write-notebook.ts';
import { loadNote } from '../src/note/note-library.ts';

const USAGE = `node scripts/record-pipeline.ts [--nvcc PATH]

Builds the first program of ${PIPELINE_NOTE} with nvcc -keep for each choice of the figure of the compilation, and
writes what the programs left to ${pipelineFile}. Needs a CUDA Toolkit that is whole (nvlink -dlto loads libnvvm and
libnvJitLink), cuobjdump, nvdisasm and binutils; no GPU.`;

const MOST_LINES = 60;
const MOST_CHARACTERS = 3000;

interface Done {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function run(program: string, args: readonly string[], cwd: string): Promise<Done> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 1 << 28 }, (error, out, said) => {
      resolve({ code: error === null ? 0 : 1, out, error: said || (error?.message ?? '') });
    });
  });
}

/** What a program prints; throws with what it said where it fails. */
async function printed(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, out, error } = await run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error.trim()}`);
  return out;
}

/** Tools that show a file which is no text, by its name. */
function toolFor(name: string): readonly [program: string, ...args: string[]] | null {
  if (name.endsWith('.cubin')) return ['nvdisasm', '-c', name];
  if (name.endsWith('.fatbin')) return ['cuobjdump', name];
  return name.endsWith('.o') || name === pipelineResult ? ['readelf', '-SW', name] : null;
}

/** The part of a text that is about the program: after the headers, or its beginning. */
function ownPart(name: string, text: string): { readonly lines: readonly string[]; readonly before: number } {
  const lines = text.replaceAll(/\n+$/gu, '').split('\n').map((line) => (line.length > 500 ? `${line.slice(0, 500)} …` : line));
  const headersEnd = /\.ii$|\.cudafe1\.(?:cpp|gpu)$/u.test(name) ? lines.findLastIndex((line) => /^# \d+ "\//u.test(line)) : -1;
  const first = headersEnd < 0 ? 0 : lines.findIndex((line, index) => index > headersEnd && /^# \d+ "hello\.cu"/u.test(line));
  return { lines: lines.slice(Math.max(0, first)), before: Math.max(0, first) };
}

async function keptFile(folder: string, name: string, put: (text: string) => string): Promise<KeptFile> {
  const data = await readFile(join(folder, name));
  const tool = toolFor(name);
  if (!tool && data.includes(0)) return { bytes: data.length, text: null };
  const text = tool ? await printed(tool[0], tool.slice(1), folder) : data.toString('utf8');
  const wanted = tool?.[0] === 'readelf' ? sections(text) : ownPart(name, text);
  let lines = wanted.lines.slice(0, MOST_LINES);
  while (lines.join('\n').length > MOST_CHARACTERS) lines = lines.slice(0, -1);
  const after = wanted.lines.length - lines.length;
  return {
    bytes: data.length, text: put(lines.join('\n')),
    ...(tool ? { shown: tool.join(' ') + (tool[0] === 'readelf' ? ' | grep -i nv' : '') } : {}),
    ...(wanted.before > 0 ? { before: wanted.before } : {}), ...(after > 0 ? { after } : {}),
  };
}

const sections = (text: string) => ({ lines: text.split('\n').filter((line) => /nv/iu.test(line)).map((line) => line.trimEnd()), before: 0 });

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false }, nvcc: { type: 'string', default: '/usr/local/cuda/bin/nvcc' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const root = process.cwd();
  const cell = (await loadNote(root, PIPELINE_NOTE, 'en')).cells.find(({ options }) => options.id === PIPELINE_CELL);
  if (!cell) throw new Error(`notes/${PIPELINE_NOTE}.mdx has no cell "${PIPELINE_CELL}"`);
  const toolkit = dirname(dirname(await realpath(values.nvcc)));
  /** Folders of this machine say nothing of the program. */
  const plain = (text: string, folder: string): string => text.replaceAll(toolkit, '/usr/local/cuda').replaceAll(`${folder}/`, '');
  const texts: Record<string, string> = {};
  const put = (text: string): string => {
    const key = createHash('sha256').update(text).digest('hex').slice(0, 8);
    texts[key] = text;
    return key;
  };
  const builds: Record<string, PipelineRecording['builds'][string]> = {};
  const refused: Record<string, string> = {};
  for (const phase of pipelinePhases) {
    for (const dlto of [false, true]) {
      const options = writtenOptions({ phase, dlto });
      const args = ['-arch=sm_90', ...options.split(' ').filter((word) => word !== ''), '-keep', pipelineSource];
      const folder = await mkdtemp(join(tmpdir(), 'pipeline-'));
      await writeFile(join(folder, pipelineSource), `${cell.source}\n`);
      try {
        if (pipelineFor({ phase, dlto }) === null) {
          const { code, error } = await run(values.nvcc, args, folder);
          if (code === 0) throw new Error(`nvcc takes ${options}, which the figure says it refuses`);
          refused[options] = error.trim();
          continue;
        }
        await printed(values.nvcc, args, folder);
        const dryrun = await run(values.nvcc, [...args, '--dryrun'], folder);
        const names = (await readdir(folder)).filter((name) => name !== pipelineSource).toSorted();
        const files: Record<string, KeptFile> = {};
        for (const name of names) files[name] = await keptFile(folder, name, (text) => put(plain(text, folder)));
        const commands = nvccStages(dryrun.error.split('\n')).map(({ command }) => plain(command, folder).replace(/^(\w+)"/u, '$1'));
        builds[options] = { commands, files };
        console.log(`${options || 'to a program'}: ${names.length} files`);
      } finally {
        await rm(folder, { recursive: true });
      }
    }
  }
  const nvcc = /V([\d.]+)/u.exec(await printed(values.nvcc, ['--version'], root))?.[1] ?? '';
  await writeNotebook(root, pipelineFile.replace(/^notebooks\//u, ''), formatPipeline({ version: 1, nvcc, digest: cell.digest, texts, builds, refused }));
  return 0;
}

main().then((status) => { process.exitCode = status; }, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
