import type { Locale } from '../i18n/locale.ts';
import { formatCount } from '../i18n/format-count.ts';
import { axes, elementsOf, indexIn, inside, ownerOf, placeIn, product, reach, threadOf, touchAt, type Launch, type Thread, type Triple } from './grid-index.ts';
import { at, escapeXml, svg, text } from './svg.ts';

type Chosen = readonly [block: number, thread: number];

interface Words {
  readonly picture: string;
  readonly layer: (z: number) => string;
  readonly block: (name: string) => string;
  readonly warp: (warp: number) => string;
  readonly inside: (yes: boolean) => string;
  readonly element: (index: string) => string;
  readonly seat: (warp: number, lane: number) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    picture: 'Which thread computes which place',
    layer: (z) => `z = ${z}`,
    block: (name) => `block ${name}`,
    warp: (warp) => `warp ${warp}`,
    inside: (yes) => (yes ? 'true' : 'false: nothing to do'),
    element: (index) => `element ${index}`,
    seat: (warp, lane) => `warp ${warp} of its block, lane ${lane}`,
  },
  'zh-cn': {
    picture: '哪个线程算出哪个位置',
    layer: (z) => `z = ${z}`,
    block: (name) => `块 ${name}`,
    warp: (warp) => `线程束 ${warp}`,
    inside: (yes) => (yes ? '成立' : '不成立：什么也不做'),
    element: (index) => `元素 ${index}`,
    seat: (warp, lane) => `块内第 ${warp} 个线程束，lane ${lane}`,
  },
};

/** Cells that are drawn at most, and across. */
const cells = { all: 640, across: 64 } as const;
const warpSize = 32;

/** All places as cells, or the chosen block alone where they are too many, and the code of the chosen thread with its numbers. */
export function drawIndices(launch: Launch, chosen: Chosen, dimensions: number, locale: Locale): string {
  const thread = threadOf(launch, ...chosen);
  const all = reach(launch);
  const shown = [0, 1, 2].map((axis) => Math.max(launch.data[axis] ?? 1, launch.way === 'one' ? (all[axis] ?? 1) : 0)) as unknown as Triple;
  const fits = product(shown) <= cells.all && (dimensions === 1 || shown[0] <= cells.across);
  const drawn = fits ? wholeOf(launch, chosen, shown, dimensions, locale) : blockOf(launch, chosen, dimensions, locale);
  return drawn + codeOf(launch, thread, dimensions, locale);
}

/** A place as CUDA's built-in variables have it, in as many dimensions as the data. */
export function nameOf(place: Triple, dimensions: number): string {
  return dimensions === 1 ? formatCount(place[0]) : `(${place.slice(0, dimensions).join(', ')})`;
}

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly place: Triple;
}

/** Every place of the launch and of the array; one of one dimension in rows of a block, or of a warp. */
function wholeOf(launch: Launch, chosen: Chosen, shown: Triple, dimensions: number, locale: Locale): string {
  const say = words[locale];
  const [block] = launch.block;
  const width = dimensions > 1 ? shown[0] : Math.min(shown[0], block <= warpSize && block >= 6 ? block : warpSize);
  const height = dimensions > 1 ? shown[1] : Math.ceil(shown[0] / width);
  const left = dimensions === 1 && width === block ? 62 : 4;
  const pitch = Math.min(38, (356 - left) / width);
  const row = Math.max(Math.min(pitch, 30), 4);
  const layer = height * row + (dimensions === 3 ? 24 : 8);
  const placed: Cell[] = [];
  for (let index = 0; index < product(shown); index++) {
    const place = placeIn(shown, index);
    const [column, line] = dimensions > 1 ? [place[0], place[1]] : [index % width, Math.floor(index / width)];
    placed.push({ x: left + column * pitch, y: place[2] * layer + (dimensions === 3 ? 20 : 4) + line * row, place });
  }
  const names = dimensions === 3 ? Array.from({ length: shown[2] }, (_, z) => text(4, z * layer + 14, say.layer(z), 'axis'))
    : left === 4 ? []
      : Array.from({ length: height }, (_, line) => text(0, 4 + line * row + row / 2 + 4, say.block(String(line % rowsOf(launch))), 'axis'));
  return svg(360, layer * shown[2] + 2, say.picture, [...names, ...cellsOf(launch, chosen, placed, [pitch, row])]);

  /** Rows of a loop begin again with the first block. */
  function rowsOf({ grid, way }: Launch): number {
    return way === 'stride' ? grid[0] : Number.MAX_SAFE_INTEGER;
  }
}

/** The chosen block alone, a warp a row. */
function blockOf(launch: Launch, chosen: Chosen, dimensions: number, locale: Locale): string {
  const say = words[locale];
  const threads = product(launch.block);
  const columns = Math.min(warpSize, threads);
  const left = 62;
  const pitch = Math.min(38, 296 / columns);
  const row = Math.max(Math.min(pitch, 30), 13);
  const rows = Math.ceil(threads / warpSize);
  const placed = Array.from({ length: threads }, (_, index): Cell => ({
    x: left + (index % warpSize) * pitch, y: 24 + Math.floor(index / warpSize) * row, place: threadOf(launch, chosen[0], index).place,
  }));
  const name = nameOf(threadOf(launch, ...chosen).blockIdx, dimensions);
  return svg(360, 26 + rows * row, say.picture, [
    text(0, 14, say.block(name), 'axis'),
    ...Array.from({ length: rows }, (_, warp) => text(0, 24 + warp * row + row / 2 + 4, say.warp(warp), 'axis')),
    ...cellsOf(launch, chosen, placed, [pitch, row]),
  ]);
}

function cellsOf(launch: Launch, [block, thread]: Chosen, placed: readonly Cell[], size: readonly [number, number]): readonly string[] {
  const [pitch, row] = size;
  const [width, height] = [pitch - Math.min(2, pitch / 6), row - Math.min(2, row / 6)];
  // All numbers of a kind, or none.
  const isLine = launch.data[1] * launch.data[2] === 1;
  const indices = placed.map(({ place }) => (isLine || inside(launch.data, place) ? indexIn(launch.data, place) : 0));
  const longest = formatCount(Math.max(...indices));
  const roomy = width >= longest.length * 6 + 4 && height >= 11;
  const drawn = placed.map(({ x, y, place }) => {
    const owner = ownerOf(launch, place);
    const isChosen = owner !== null && owner[0] === block && owner[1] === thread;
    const sameWarp = owner !== null && owner[0] === block && Math.floor(owner[1] / warpSize) === Math.floor(thread / warpSize);
    const touch = touchAt(launch, place);
    const kind = owner === null ? 'untouched' : touch === 'own' ? `tone-${toneOf(launch, owner[0])}` : touch;
    const index = formatCount(indexIn(launch.data, place));
    const numbered = roomy && (touch !== 'none' || isLine);
    const box = `<rect class="cell ${kind}${isChosen ? ' chosen' : ''}" x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" `
      + `rx="${at(Math.min(3, width / 5))}"${owner === null ? '' : ` data-set="bid=${owner[0]}&amp;tid=${owner[1]}"`}/>`;
    const mark = sameWarp && !isChosen && width >= 4
      ? `<circle class="mate" cx="${at(x + width - Math.min(4, width / 3))}" cy="${at(y + Math.min(4, height / 3))}" r="${at(Math.min(1.6, width / 6))}"/>` : '';
    return { isChosen, svg: box + mark + (numbered ? text(x + width / 2, y + height / 2 + 4, index, `number ${kind}`) : '') };
  });
  // The thick border lies over its neighbours.
  return [...drawn.filter(({ isChosen }) => !isChosen), ...drawn.filter(({ isChosen }) => isChosen)].map((cell) => cell.svg);
}

/** Neighbouring blocks differ. */
function toneOf({ grid }: Launch, block: number): number {
  const [x, y, z] = placeIn(grid, block);
  return (x + 2 * y + 3 * z) % 3;
}


/** The lines of a kernel that find the element, with the numbers of the thread beside them. */
function codeOf(launch: Launch, thread: Thread, dimensions: number, locale: Locale): string {
  const say = words[locale];
  const { data, block, way, guard } = launch;
  const names = dimensions === 1 ? ['i'] : axes.slice(0, dimensions);
  const step = reach(launch);
  const lines = names.map((name, axis) => {
    const [blockIdx, blockDim, threadIdx] = [thread.blockIdx[axis] ?? 0, block[axis] ?? 1, thread.threadIdx[axis] ?? 0];
    const first = thread.place[axis] ?? 0;
    const along = axes[axis] ?? 'x';
    const value = `blockIdx.${along} * blockDim.${along} + threadIdx.${along}`;
    const numbers = `${blockIdx} · ${blockDim} + ${threadIdx} = ${first}`;
    if (way === 'one') return [`int ${name} = ${value};`, numbers] as const;
    const end = data[axis] ?? 1;
    const more = [1, 2].map((round) => first + round * (step[axis] ?? 1)).filter((next) => next < end);
    return [
      `for (int ${name} = ${value}; ${name} < ${end}; ${name} += gridDim.${along} * blockDim.${along})`,
      `${[numbers, ...more].join(', ')}${more.length === 2 && more[1] !== undefined && more[1] + (step[axis] ?? 1) < end ? ', …' : ''}`,
    ] as const;
  });
  const condition = names.map((name, axis) => `${name} < ${data[axis] ?? 1}`).join(' && ');
  const index = ['i', `y * ${data[0]} + x`, `(z * ${data[1]} + y) * ${data[0]} + x`][dimensions - 1] ?? 'i';
  const elements = elementsOf(launch, thread);
  const reached = elements.slice(0, 4).map((element) => formatCount(element)).join(', ') + (elements.length > 4 ? ', …' : '');
  const rows = [
    ...lines,
    ...(way === 'one' && guard ? [[`if (${condition})`, say.inside(inside(data, thread.place))] as const] : []),
    [`  data[${index}] = …;`, elements.length === 0 ? '–' : say.element(reached)] as const,
    ['', say.seat(thread.warp, thread.lane)] as const,
  ];
  return `<pre class="figure-code">${rows.map(([code, numbers]) => `${code === '' ? '' : `${escapeXml(code)} `}<b>// ${escapeXml(numbers)}</b>`).join('\n')}</pre>`;
}
