import type { Locale } from '../i18n/locale.ts';
import { LANES, LINE, mapSectors, SECTOR, type LaneWidth, type WarpAccess } from './sector-map.ts';

/** How the data lies in memory: one array, or records of `fields` floats of which the warp loads one, together or apart. */
export type SectorView =
  | ({ readonly layout: 'array' } & WarpAccess)
  | { readonly layout: 'aos' | 'soa'; readonly fields: number };

/** Bandwidths that were recorded for a view, in GB/s of useful bytes; `both` is that of a kernel which reads and writes, in sum. */
export interface RecordedBandwidth {
  readonly view: SectorView;
  readonly rates: Readonly<Partial<Record<'read' | 'written' | 'both', number>>>;
}

export const strideRange = { min: 0, max: 32 } as const;
export const offsetRange = { min: 0, max: 16 } as const;
export const fieldRange = { min: 2, max: 8 } as const;

/** The access of a view: record `l` of `fields` floats begins `fields` words after the one before; apart, they are neighbours. */
export function accessOf(view: SectorView): WarpAccess {
  if (view.layout === 'array') return view;
  return { width: 4, stride: view.layout === 'aos' ? view.fields : 1, offset: 0 };
}

/** The recording of exactly this view. */
export function recordedFor(view: SectorView, recorded: readonly RecordedBandwidth[]): RecordedBandwidth | undefined {
  return recorded.find((each) => {
    if (view.layout === 'array') {
      return each.view.layout === 'array'
        && (['width', 'stride', 'offset'] as const).every((key) => each.view.layout === 'array' && each.view[key] === view[key]);
    }
    return each.view.layout === view.layout && each.view.fields === view.fields;
  });
}

interface SectorWords {
  readonly layout: string;
  readonly layouts: Readonly<Record<SectorView['layout'], string>>;
  readonly width: string;
  readonly widths: Readonly<Record<LaneWidth, string>>;
  readonly stride: string;
  readonly offset: string;
  readonly fields: string;
  readonly line: string;
  readonly word: (word: number, use: 'wanted' | 'fetched') => string;
  readonly summary: (view: SectorView) => string;
  readonly recorded: (found: RecordedBandwidth | undefined) => string;
}

const widths = { 4: 'float', 8: 'float2', 16: 'float4' } as const;

function ratesOf({ rates }: RecordedBandwidth, names: Readonly<Record<'read' | 'written' | 'both', string>>, comma: string): string {
  const ways = ['read', 'written', 'both'] as const;
  return ways.flatMap((way) => {
    const rate = rates[way];
    return rate === undefined ? [] : [`${names[way]} ${Math.round(rate).toLocaleString('en-US')} GB/s`];
  }).join(comma);
}

export const sectorWords: Readonly<Record<Locale, SectorWords>> = {
  en: {
    layout: 'The lanes load',
    layouts: { array: 'elements of an array', aos: 'one field of an array of structures (AoS)', soa: 'one field of a structure of arrays (SoA)' },
    width: 'Bytes a lane',
    widths,
    stride: 'Stride, elements',
    offset: 'First element',
    fields: 'Floats a structure',
    line: 'line',
    word: (word, use) => `word ${word}: ${use === 'wanted' ? 'a lane wants it' : 'comes along'}`,
    summary: (view) => {
      const { words, sectors, efficiency } = mapSectors(accessOf(view));
      const lines = linesOf(view).length;
      return `${sectors.length} ${sectors.length === 1 ? 'sector' : 'sectors'} in ${lines} ${lines === 1 ? 'line' : 'lines'}: `
        + `${sectors.length * SECTOR} bytes come for ${words.length * 4} that are wanted, ${percent(efficiency)} used.`;
    },
    recorded: (found) => {
      if (!found) return 'This access was not recorded.';
      return `Recorded on an H200, useful bytes: ${ratesOf(found, { read: 'read', written: 'written', both: 'read and written' }, ', ')}.`;
    },
  },
  'zh-cn': {
    layout: '各个 lane 读取',
    layouts: { array: '数组的元素', aos: '结构体数组（AoS）的一个字段', soa: '数组结构体（SoA）的一个字段' },
    width: '每个 lane 的字节数',
    widths,
    stride: '步长（元素）',
    offset: '起始元素',
    fields: '每个结构体的 float 数',
    line: '行',
    word: (word, use) => `字 ${word}：${use === 'wanted' ? '有 lane 要' : '顺带取来'}`,
    summary: (view) => {
      const { words, sectors, efficiency } = mapSectors(accessOf(view));
      return `${linesOf(view).length} 条缓存行里的 ${sectors.length} 个扇区：取来 ${sectors.length * SECTOR} 字节，`
        + `要的只有 ${words.length * 4} 字节，利用率 ${percent(efficiency)}。`;
    },
    recorded: (found) => {
      if (!found) return '这种访问没有录制。';
      return `H200 上的录制值（只算有用字节）：${ratesOf(found, { read: '读', written: '写', both: '读写合计' }, '，')}。`;
    },
  },
};

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}\u00a0%`;
}

function linesOf(view: SectorView): readonly number[] {
  const { sectors } = mapSectors(accessOf(view));
  return [...new Set(sectors.map((sector) => Math.floor((sector * SECTOR) / LINE)))];
}

const WORDS_A_LINE = LINE / 4;
const [left, rowHeight] = [44, 11] as const;
const columnX = (word: number) => left + (word % WORDS_A_LINE) * 9.6 + Math.floor((word % WORDS_A_LINE) / 8) * 2.6;

/** The touched cache lines, a row each: words that a lane wants, that come along, that stay. SectorMap.astro colours the classes. */
export function sectorSvg(view: SectorView, locale: Locale): string {
  const words = sectorWords[locale];
  const map = mapSectors(accessOf(view));
  const wanted = new Set(map.words);
  const fetched = new Set(map.sectors);
  const lines = linesOf(view);
  const height = lines.length * rowHeight + 2;
  const rows = lines.map((line, row) => {
    const y = 1 + row * rowHeight;
    const cells = Array.from({ length: WORDS_A_LINE }, (_, index) => {
      const word = line * WORDS_A_LINE + index;
      const use = wanted.has(word) ? 'wanted' : fetched.has(Math.floor((word * 4) / SECTOR)) ? 'fetched' : 'left';
      return `<rect class="${use}" x="${columnX(word).toFixed(1)}" y="${y}" width="8.4" height="9" rx="1.5">`
        + (use === 'left' ? '' : `<title>${words.word(word, use)}</title>`) + '</rect>';
    });
    return `<text x="${left - 6}" y="${y + 8}">${words.line} ${line}</text>${cells.join('')}`;
  });
  return `<svg class="sector-svg" viewBox="0 0 ${left + LANES * 9.6 + 10} ${height}" role="img" aria-label="${words.summary(view)}">${rows.join('')}</svg>`;
}
