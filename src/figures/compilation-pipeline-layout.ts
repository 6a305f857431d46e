import { pipelineResult, pipelineSource, type PipelineLane } from './compilation-pipeline.ts';

/** `wide` reads from left to right and back; `tall` from top to bottom in two columns. */
export type PipelineShape = 'wide' | 'tall';
export type Point = readonly [x: number, y: number];

/** A rectangle by its middle. */
export interface PipelineBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PipelineLabel {
  readonly text: string;
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** An arrow from the border of one box to the border of another. */
export interface PipelineEdge {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
  readonly label: PipelineLabel | null;
  readonly dashed: boolean;
}

export interface PipelineBand {
  readonly lane: PipelineLane;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Where the lane's name stands, by its middle and baseline. */
  readonly title: Point;
}

/** Everything the drawing needs, in user units of a view box that starts at 0 0. */
export interface PipelineLayout {
  readonly shape: PipelineShape;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly PipelineBand[];
  readonly boxes: readonly PipelineBox[];
  readonly edges: readonly PipelineEdge[];
}

/** Radius of the disc with a step's number, on the upper left corner of its box. */
export const orderRadius = 10;

type Ends = readonly [file: string, from: string, to: string];

/** The part of a name that a label shows: from the first dot, without the architecture. */
function suffix(file: string): string {
  if (!file.includes('.') || file === 'hello.o' || file === 'a_dlink.o') return file;
  return file.slice(file.indexOf('.')).replace('.sm_90', '').replace('.cudafe1.stub', '.stub');
}

function edge([file, from, to]: Ends, points: readonly Point[], label: Omit<PipelineLabel, 'text'> | null): PipelineEdge {
  const dashed = /module_id|stub\.c|reg\.c/u.test(file);
  return { file, from, to, points, dashed, label: label && { text: suffix(file), ...label } };
}

const start = (x: number, y: number): Omit<PipelineLabel, 'text'> => ({ x, y, anchor: 'start' });
const middle = (x: number, y: number): Omit<PipelineLabel, 'text'> => ({ x, y, anchor: 'middle' });
const end = (x: number, y: number): Omit<PipelineLabel, 'text'> => ({ x, y, anchor: 'end' });

function boxes(width: number, height: number, places: Readonly<Record<string, Point>>): readonly PipelineBox[] {
  return Object.entries(places).map(([id, [x, y]]) => {
    const isFile = id === 'source' || id === 'result';
    return { id, x, y, width: isFile ? 76 : width, height: isFile ? 34 : height };
  });
}

const wide: PipelineLayout = {
  shape: 'wide',
  width: 744,
  height: 396,
  bands: [
    { lane: 'device', left: 0, top: 18, width: 744, height: 108, title: [44, 92] },
    { lane: 'host', left: 0, top: 176, width: 744, height: 72, title: [44, 216] },
    { lane: 'link', left: 0, top: 290, width: 744, height: 106, title: [40, 312] },
  ],
  boxes: boxes(96, 48, {
    source: [40, 151],
    'preprocess-host': [158, 212], cudafe: [320, 212], 'compile-host': [642, 212],
    'preprocess-device': [158, 88], cicc: [320, 88], ptxas: [482, 88], fatbinary: [642, 88],
    nvlink: [642, 340], 'fatbinary-link': [482, 340], 'compile-link': [320, 340], 'host-link': [158, 340],
    result: [40, 340],
  }),
  edges: [
    edge([pipelineSource, 'source', 'preprocess-host'], [[78, 151], [94, 151], [94, 212], [110, 212]], null),
    edge(['hello.cpp4.ii', 'preprocess-host', 'cudafe'], [[206, 212], [272, 212]], middle(234, 205)),
    edge([pipelineSource, 'source', 'preprocess-device'], [[78, 151], [94, 151], [94, 88], [110, 88]], null),
    edge(['hello.cpp1.ii', 'preprocess-device', 'cicc'], [[206, 88], [272, 88]], middle(234, 81)),
    edge(['hello.module_id', 'cudafe', 'cicc'], [[300, 188], [300, 112]], end(293, 142)),
    edge(['hello.ptx', 'cicc', 'ptxas'], [[368, 88], [434, 88]], middle(399, 81)),
    edge(['hello.ptx', 'cicc', 'fatbinary'], [[340, 64], [340, 40], [642, 40], [642, 64]], middle(482, 35)),
    edge(['hello.sm_90.cubin', 'ptxas', 'fatbinary'], [[530, 88], [594, 88]], middle(561, 81)),
    edge(['hello.cudafe1.cpp', 'cudafe', 'compile-host'], [[368, 212], [594, 212]], middle(480, 205)),
    edge(['hello.cudafe1.stub.c', 'cicc', 'compile-host'], [[340, 112], [340, 151], [622, 151], [622, 188]], middle(480, 146)),
    edge(['hello.fatbin.c', 'fatbinary', 'compile-host'], [[662, 112], [662, 188]], start(669, 155)),
    edge(['hello.o', 'compile-host', 'nvlink'], [[642, 236], [642, 316]], start(649, 273)),
    edge(['hello.o', 'compile-host', 'host-link'], [[642, 236], [642, 269], [158, 269], [158, 316]], null),
    edge(['a_dlink.sm_90.cubin', 'nvlink', 'fatbinary-link'], [[594, 340], [530, 340]], middle(563, 354)),
    edge(['a_dlink.fatbin.c', 'fatbinary-link', 'compile-link'], [[434, 340], [368, 340]], middle(402, 354)),
    edge(['a_dlink.reg.c', 'nvlink', 'compile-link'], [[642, 364], [642, 382], [320, 382], [320, 364]], middle(482, 378)),
    edge(['a_dlink.o', 'compile-link', 'host-link'], [[272, 340], [206, 340]], middle(240, 354)),
    edge([pipelineResult, 'host-link', 'result'], [[110, 340], [78, 340]], null),
  ],
};

const tall: PipelineLayout = {
  shape: 'tall',
  width: 344,
  height: 836,
  bands: [
    { lane: 'host', left: 0, top: 64, width: 158, height: 388, title: [56, 28] },
    { lane: 'device', left: 186, top: 64, width: 158, height: 388, title: [288, 28] },
    { lane: 'link', left: 0, top: 488, width: 344, height: 284, title: [32, 512] },
  ],
  boxes: boxes(108, 48, {
    source: [172, 24],
    'preprocess-host': [82, 104], cudafe: [82, 186], 'compile-host': [82, 420],
    'preprocess-device': [256, 104], cicc: [256, 186], ptxas: [256, 264], fatbinary: [256, 342],
    nvlink: [256, 534], 'fatbinary-link': [256, 612], 'compile-link': [256, 690], 'host-link': [82, 736],
    result: [82, 812],
  }),
  edges: [
    edge([pipelineSource, 'source', 'preprocess-host'], [[172, 41], [172, 54], [82, 54], [82, 80]], null),
    edge(['hello.cpp4.ii', 'preprocess-host', 'cudafe'], [[82, 128], [82, 162]], end(76, 149)),
    edge([pipelineSource, 'source', 'preprocess-device'], [[172, 41], [172, 54], [256, 54], [256, 80]], null),
    edge(['hello.cpp1.ii', 'preprocess-device', 'cicc'], [[256, 128], [256, 162]], start(262, 149)),
    edge(['hello.module_id', 'cudafe', 'cicc'], [[136, 180], [202, 180]], middle(168, 147)),
    edge(['hello.ptx', 'cicc', 'ptxas'], [[256, 210], [256, 240]], start(262, 229)),
    edge(['hello.ptx', 'cicc', 'fatbinary'], [[310, 186], [330, 186], [330, 342], [310, 342]], null),
    edge(['hello.sm_90.cubin', 'ptxas', 'fatbinary'], [[256, 288], [256, 318]], start(262, 307)),
    edge(['hello.cudafe1.cpp', 'cudafe', 'compile-host'], [[82, 210], [82, 396]], middle(82, 296)),
    edge(['hello.cudafe1.stub.c', 'cicc', 'compile-host'], [[202, 196], [172, 196], [172, 412], [136, 412]], middle(172, 362)),
    edge(['hello.fatbin.c', 'fatbinary', 'compile-host'], [[256, 366], [256, 428], [136, 428]], start(262, 400)),
    edge(['hello.o', 'compile-host', 'nvlink'], [[82, 444], [82, 470], [256, 470], [256, 510]], start(92, 465)),
    edge(['hello.o', 'compile-host', 'host-link'], [[82, 444], [82, 712]], null),
    edge(['a_dlink.sm_90.cubin', 'nvlink', 'fatbinary-link'], [[256, 558], [256, 588]], start(262, 577)),
    edge(['a_dlink.fatbin.c', 'fatbinary-link', 'compile-link'], [[256, 636], [256, 666]], start(262, 655)),
    edge(['a_dlink.reg.c', 'nvlink', 'compile-link'], [[202, 534], [176, 534], [176, 690], [202, 690]], middle(176, 616)),
    edge(['a_dlink.o', 'compile-link', 'host-link'], [[256, 714], [256, 736], [136, 736]], middle(200, 752)),
    edge([pipelineResult, 'host-link', 'result'], [[82, 760], [82, 795]], null),
  ],
};

/** The drawing in both shapes. Coordinates are chosen by eye; the tests hold them to the model. */
export const pipelineLayouts: readonly PipelineLayout[] = [wide, tall];
