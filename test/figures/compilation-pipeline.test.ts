import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { nvccStages } from '../../src/cuda/nvcc-stages.ts';
import { figure, startRecording } from '../../src/figures/compilation-pipeline-figure.ts';
import { orderRadius, pipelineLayouts, type PipelineBox, type PipelineLabel } from '../../src/figures/compilation-pipeline-layout.ts';
import {
  pipelineFor, pipelineOutput, pipelinePhases, pipelineResult, pipelineSource, pipelineSteps, stepSentence, writtenOptions,
  type PipelineOptions,
} from '../../src/figures/compilation-pipeline.ts';
import { startDrawing, startValues } from '../../src/figures/figure-model.ts';
import { loadPipeline } from '../../src/notebook/pipeline-recording.ts';
import { projectRoot } from '../support/project-root.ts';

describe('the model of the compilation', () => {
  test('lists the programs in the order of a dry run of nvcc 13.0.88', () => {
    expect(pipelineSteps.map((step) => step.command)).toEqual([
      'gcc -E', 'cudafe++', 'gcc -E', 'cicc', 'ptxas', 'fatbinary', 'gcc -c', 'nvlink', 'fatbinary', 'gcc -c', 'g++',
    ]);
    expect(pipelineSteps.map((step) => step.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('leaves the seventeen files that -keep leaves', () => {
    expect(pipelineSteps.flatMap((step) => step.writes).filter((file) => file !== pipelineResult).sort()).toEqual([
      'a_dlink.fatbin', 'a_dlink.fatbin.c', 'a_dlink.o', 'a_dlink.reg.c', 'a_dlink.sm_90.cubin',
      'hello.cpp1.ii', 'hello.cpp4.ii', 'hello.cudafe1.c', 'hello.cudafe1.cpp', 'hello.cudafe1.gpu',
      'hello.cudafe1.stub.c', 'hello.fatbin', 'hello.fatbin.c', 'hello.module_id', 'hello.o', 'hello.ptx',
      'hello.sm_90.cubin',
    ]);
  });

  test('says each step in words in both languages', () => {
    const [first] = pipelineSteps;
    if (!first) throw new Error('the pipeline has no step');
    expect(stepSentence(first, 'en')).toBe('gcc -E (host path): preprocess; reads hello.cu; writes hello.cpp4.ii');
    expect(stepSentence(first, 'zh-cn')).toBe('gcc -E（主机路径）：预处理；读取 hello.cu；写出 hello.cpp4.ii');
  });
});

const everyChoice: readonly PipelineOptions[] = pipelinePhases.flatMap((phase) => [false, true].map((dlto) => ({ phase, dlto })));
const recording = await loadPipeline(projectRoot);

const [nvcc = 'no nvcc in .venv'] = globSync(join(projectRoot, '.venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc'));

/** What `nvcc --dryrun -keep` says, with the local kernel's nvcc: its names of files have no folder. */
async function dryRun(options: PipelineOptions): Promise<{ readonly lines: readonly string[]; readonly refused: boolean }> {
  const words = writtenOptions(options).split(' ').filter((word) => word !== '');
  const done = await promisify(execFile)(nvcc, ['-arch=sm_90', ...words, '-keep', '--dryrun', pipelineSource]).catch((error: unknown) => {
    if (error instanceof Error && 'stderr' in error && String(error.stderr).startsWith('nvcc fatal')) return { stderr: String(error.stderr) };
    throw error;
  });
  return { lines: done.stderr.split('\n'), refused: done.stderr.startsWith('nvcc fatal') };
}

/**
 * Names in a command that say nothing of its reading and writing: what a program only writes down for a later one to include,
 * and the source, by which messages are called. With -ptx, cicc is given the name of a module id that it does not leave.
 */
const namedOnly: Readonly<Record<string, readonly string[]>> = {
  'cudafe++': ['hello.cudafe1.stub.c', pipelineSource], cicc: ['hello.fatbin.c', 'hello.module_id', pipelineSource],
};
/** Files that a program opens without their being in its command: what cudafe++ and cicc wrote includes them. */
const included: Readonly<Record<string, readonly string[]>> = { 'compile-host': ['hello.cudafe1.stub.c', 'hello.fatbin.c'] };

describe.each(everyChoice)('nvcc with "$phase", -dlto $dlto', (options) => {
  test('is refused or runs the programs of the model, on its files', async () => {
    const { lines, refused } = await dryRun(options);
    const steps = pipelineFor(options);
    expect(refused).toBe(steps === null);
    if (steps === null) {
      expect(lines.join('\n').trim()).toBe(recording.refused[writtenOptions(options)]);
      return;
    }
    const stages = nvccStages(lines);
    expect(stages.map(({ tool }) => tool)).toEqual(steps.map(({ command }) => command));
    for (const [index, { id, command, reads, writes }] of steps.entries()) {
      const text = stages[index]?.command ?? '';
      const named = [...text.matchAll(/(?:hello\.[\w.]+|a_dlink\.[\w.]+|a\.out)/gu)].map(([name]) => name);
      const hidden = included[id] ?? [];
      const wanted = [...reads, ...writes].filter((name) => !hidden.includes(name));
      const extra = namedOnly[command] ?? [];
      expect([id, [...new Set(named)].filter((name) => !extra.includes(name)).sort()])
        .toEqual([id, [...new Set(wanted)].filter((name) => !extra.includes(name)).sort()]);
    }
  });

  test('leaves, recorded with -keep, the files that the model writes, one of them the result', () => {
    const steps = pipelineFor(options);
    const build = recording.builds[writtenOptions(options)];
    if (steps === null) {
      expect(build).toBeUndefined();
      return;
    }
    const kept = Object.keys(build?.files ?? {});
    expect(kept.toSorted()).toEqual([...new Set(steps.flatMap(({ writes }) => writes))].sort());
    expect(kept).toContain(pipelineOutput(options));
    expect(build?.commands).toHaveLength(steps.length);
    for (const { text } of Object.values(build?.files ?? {})) expect(text === null || text in recording.texts).toBe(true);
  });

  test('reads no file before it is written', () => {
    const there = new Set([pipelineSource]);
    for (const { reads, writes } of pipelineFor(options) ?? []) {
      expect(reads.filter((file) => !there.has(file))).toEqual([]);
      for (const file of writes) there.add(file);
    }
  });
});

describe('the figure', () => {
  const draw = (values: Readonly<Record<string, string>>) =>
    figure.draw({ ...startValues(figure.controls), ...values }, 'en', JSON.stringify(recording));

  test('is printed with the PTX that cicc left, and with that alone', () => {
    const data = startRecording(recording);
    expect(startDrawing(figure, 'en', JSON.stringify(data)).picture).toContain('.visible .entry _Z5hellov()');
    expect(JSON.stringify(data).length).toBeLessThan(JSON.stringify(recording).length / 5);
  });

  test.each([
    [{ phase: '-cubin', open: 'ptxas' }, '3 programs make hello.cubin.', 'S2R'],
    [{ phase: '-ptx', open: 'ptxas' }, '3 programs make hello.ptx.', 'It writes no file.'],
    [{ phase: '-dc', dlto: 'on', open: 'ptxas' }, '6 programs make hello.o.', 'ptxas is not run with these options.'],
    [{ dlto: 'on', open: 'nvlink' }, '10 programs make a.out.', '-dlto'],
    [{ open: 'cudafe' }, '11 programs make a.out.', '__cudaPushCallConfiguration(1, 4)'],
    [{ open: 'fatbinary' }, '11 programs make a.out.', 'Fatbin elf code'],
  ])('of %j says what is made and shows what was left', (values, said, left) => {
    const drawn = draw(values);
    if ('problem' in drawn) throw new Error(drawn.problem);
    expect(drawn.summary).toContain(said);
    expect(drawn.picture).toContain(left);
  });

  test.each(['-ptx', '-cubin'])('says in the words of nvcc why %s and -dlto do not go together', (phase) => {
    expect(draw({ phase, dlto: 'on' })).toEqual({ control: 'dlto', problem: expect.stringContaining("'-dlto'") as string });
  });

  test('draws as many programs and arrows as run', () => {
    for (const options of everyChoice) {
      const steps = pipelineFor(options);
      if (steps === null) continue;
      const drawn = draw({ phase: options.phase, dlto: options.dlto ? 'on' : '' });
      const picture = 'problem' in drawn ? '' : drawn.picture;
      const [wide = ''] = picture.split('</svg>');
      expect(wide.match(/<circle/gu)).toHaveLength(steps.length);
      // All that a program reads, and the result where it is a program; hello.ltoir shares the arrow of hello.ptx.
      const arrows = steps.flatMap(({ reads }) => reads).length + Number(pipelineOutput(options) === pipelineResult) - Number(options.dlto);
      expect([writtenOptions(options), wide.match(/marker-end/gu)?.length]).toEqual([writtenOptions(options), arrows]);
    }
  });
});

describe.each(pipelineLayouts)('the $shape drawing', ({ width, height, boxes, edges }) => {
  test('has one box for each step, the source and the result', () => {
    expect(boxes.map((box) => box.id).sort()).toEqual([...pipelineSteps.map((step) => step.id), 'source', 'result'].sort());
  });

  test('draws every flow of the model once and nothing else', () => {
    const flow = (from: string, file: string, to: string): string => `${from} -${file}-> ${to}`;
    const writerOf = (file: string): string => pipelineSteps.find((step) => step.writes.includes(file))?.id ?? 'source';
    const flows = pipelineSteps.flatMap(({ id, reads }) => reads.map((file) => flow(writerOf(file), file, id)));
    flows.push(flow(writerOf(pipelineResult), pipelineResult, 'result'));
    expect(edges.map(({ from, file, to }) => flow(from, file, to)).sort()).toEqual(flows.sort());
  });

  test('starts and ends every arrow on the border of its boxes', () => {
    const loose = edges.filter(({ from, to, points }) => {
      const [first, last] = [points[0], points[points.length - 1]];
      return !onBorder(boxOf(boxes, from), first) || !onBorder(boxOf(boxes, to), last);
    });
    expect(loose).toEqual([]);
  });

  test('uses only horizontal and vertical lines', () => {
    const slanted = edges.filter(({ points }) =>
      points.some(([x, y], index) => {
        const before = points[index - 1];
        return before !== undefined && before[0] !== x && before[1] !== y;
      }));
    expect(slanted).toEqual([]);
  });

  test('keeps boxes, numbers and labels apart and inside the picture', () => {
    const labels = edges.flatMap(({ label }) => (label ? [labelArea(label)] : []));
    const numbers = boxes.filter(({ id }) => id !== 'source' && id !== 'result').map(numberArea);
    const areas = [...boxes.map(boxArea), ...labels];
    expect(areas.filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height)).toEqual([]);
    const clashes = areas.flatMap((one, index) =>
      areas.slice(index + 1).filter((other) => overlap(one, other)).map((other) => `${one.name} on ${other.name}`));
    expect(clashes).toEqual([]);
    expect(labels.filter((label) => numbers.some((number) => overlap(label, number)))).toEqual([]);
  });

  test('runs no line through a box that it does not touch', () => {
    const crossings = edges.flatMap(({ file, from, to, points }) =>
      boxes.filter(({ id }) => id !== from && id !== to).filter((box) =>
        points.some((point, index) => {
          const before = points[index - 1];
          return before !== undefined && overlap(lineArea(before, point), boxArea(box));
        })).map((box) => `${file} through ${box.id}`));
    expect(crossings).toEqual([]);
  });
});

interface Area {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
type Place = readonly [x: number, y: number];

function boxOf(boxes: readonly PipelineBox[], id: string): PipelineBox {
  const box = boxes.find((candidate) => candidate.id === id);
  if (!box) throw new Error(`no box ${id}`);
  return box;
}

function onBorder({ x, y, width, height }: PipelineBox, point: Place | undefined): boolean {
  if (!point) return false;
  const [across, down] = [Math.abs(point[0] - x), Math.abs(point[1] - y)];
  return (across === width / 2 && down <= height / 2) || (down === height / 2 && across <= width / 2);
}

function boxArea({ id, x, y, width, height }: PipelineBox): Area {
  return { name: id, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function numberArea(box: PipelineBox): Area {
  const { name, left, top } = boxArea(box);
  return { name, left: left - orderRadius, right: left + orderRadius, top: top - orderRadius, bottom: top + orderRadius };
}

/** 6.6 units a character: a monospaced font of 11 units. */
function labelArea({ text, x, y, anchor }: PipelineLabel): Area {
  const length = text.length * 6.6;
  const left = { start: x, middle: x - length / 2, end: x - length }[anchor];
  return { name: text, left, right: left + length, top: y - 9, bottom: y + 2 };
}

function lineArea([x1, y1]: Place, [x2, y2]: Place): Area {
  return { name: 'line', left: Math.min(x1, x2), right: Math.max(x1, x2), top: Math.min(y1, y2), bottom: Math.max(y1, y2) };
}

function overlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
