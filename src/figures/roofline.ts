import type { Bilingual, Locale } from '../i18n/locale.ts';

/** Peaks of an H200 SXM in TFLOP/s (NVIDIA's data sheet; BF16 on tensor cores, dense), and of its memory in TB/s. */
export const roofs = [{ id: 'fp32', name: 'FP32', peak: 66.9 }, { id: 'bf16', name: 'BF16', peak: 989 }] as const;
export type Roof = (typeof roofs)[number];
export const MEMORY = 4.8;

/** A kernel on the chart: FLOP a byte, and TFLOP/s. */
export interface RooflinePoint {
  readonly intensity: number;
  readonly rate: number;
}

/** A kernel whose rate was recorded. */
export interface RecordedPoint extends RooflinePoint {
  readonly name: Bilingual;
  readonly roof: Roof['id'];
}

/** What the controls hold: the intensity in quarters of a power of two, the rate in per cent of the bound. */
export interface RooflineView {
  readonly roof: Roof;
  readonly quarters: number;
  readonly percent: number;
}

export const quarterRange = { min: -16, max: 52 } as const;
export const percentRange = { min: 5, max: 100 } as const;

export function intensityOf(quarters: number): number {
  return 2 ** (quarters / 4);
}

/** TFLOP/s that no kernel of this intensity gets above. */
export function boundAt({ peak }: Pick<Roof, 'peak'>, intensity: number): number {
  return Math.min(peak, intensity * MEMORY);
}

export function ridgeOf({ peak }: Pick<Roof, 'peak'>): number {
  return peak / MEMORY;
}

export function kernelOf({ roof, quarters, percent }: RooflineView): RooflinePoint {
  const intensity = intensityOf(quarters);
  return { intensity, rate: (boundAt(roof, intensity) * percent) / 100 };
}

const box = { width: 360, height: 284, left: 40, right: 350, top: 14, bottom: 246 } as const;
const [lowX, highX, lowY, highY] = [0.0625, 8192, 0.01, 2000] as const;
const x = (intensity: number) => box.left + ((box.right - box.left) * Math.log(intensity / lowX)) / Math.log(highX / lowX);
const y = (rate: number) => box.bottom - ((box.bottom - box.top) * Math.log(Math.max(rate, lowY) / lowY)) / Math.log(highY / lowY);

/** The controls for a kernel at a point of the drawing, in units of its view box; a point above the roof comes down to it. */
export function viewAt(roof: Roof, [px, py]: readonly [number, number]): Pick<RooflineView, 'quarters' | 'percent'> {
  const along = (px - box.left) / (box.right - box.left);
  const up = (box.bottom - py) / (box.bottom - box.top);
  type Range = Readonly<Record<'min' | 'max', number>>;
  const clamp = (value: number, { min, max }: Range) => Math.min(max, Math.max(min, Math.round(value))) + 0; // no -0
  const quarters = clamp(4 * Math.log2(lowX * (highX / lowX) ** along), quarterRange);
  const rate = lowY * (highY / lowY) ** up;
  return { quarters, percent: clamp((100 * rate) / boundAt(roof, intensityOf(quarters)), percentRange) };
}

interface RooflineWords {
  readonly roof: string;
  readonly intensity: string;
  readonly percent: string;
  readonly axisX: string;
  readonly axisY: string;
  readonly ridge: string;
  readonly kernel: string;
  readonly recorded: string;
  readonly summary: (view: RooflineView) => string;
}

/** Three digits; no exponent. */
export function digits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 });
}

export const rooflineWords: Readonly<Record<Locale, RooflineWords>> = {
  en: {
    roof: 'arithmetic',
    intensity: 'intensity of your kernel, FLOP/B',
    percent: 'of its bound',
    axisX: 'arithmetic intensity, FLOP/B',
    axisY: 'TFLOP/s',
    ridge: 'ridge',
    kernel: 'your kernel',
    recorded: 'Recorded kernels, with their share of the bound',
    summary: (view) => {
      const { intensity, rate } = kernelOf(view);
      const bound = digits(boundAt(view.roof, intensity));
      const side = intensity < ridgeOf(view.roof)
        ? `Memory decides: ${bound} TFLOP/s is 4.8 TB/s times ${digits(intensity)} FLOP/B`
        : `Arithmetic decides: the bound is the peak, ${bound} TFLOP/s`;
      return `${side}. At ${view.percent} % the kernel does ${digits(rate)} TFLOP/s and moves ${digits(rate / intensity)} TB/s.`;
    },
  },
  'zh-cn': {
    roof: '算术类型',
    intensity: '你的核函数的强度，FLOP/B',
    percent: '达到上限的',
    axisX: '算术强度，FLOP/B',
    axisY: 'TFLOP/s',
    ridge: '脊点',
    kernel: '你的核函数',
    recorded: '录制的核函数，以及各自达到上限的百分比',
    summary: (view) => {
      const { intensity, rate } = kernelOf(view);
      const bound = digits(boundAt(view.roof, intensity));
      const side = intensity < ridgeOf(view.roof)
        ? `受内存限制：上限 ${bound} TFLOP/s，即 4.8 TB/s 乘以 ${digits(intensity)} FLOP/B`
        : `受算力限制：上限就是峰值 ${bound} TFLOP/s`;
      return `${side}。达到 ${view.percent} % 时，速率为 ${digits(rate)} TFLOP/s，每秒搬运 ${digits(rate / intensity)} TB。`;
    },
  },
};

/** The chart: both roofs, recorded kernels (those of the chosen roof filled) and the reader's. Roofline.astro colours the classes. */
export function rooflineSvg(view: RooflineView, recorded: readonly RecordedPoint[], locale: Locale): string {
  const words = rooflineWords[locale];
  const text = (kind: string, at: readonly [number, number], content: string | number) =>
    `<text class="${kind}" x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}">${content}</text>`;
  const grid = [0.1, 1, 10, 100, 1000].map((mark) =>
    `<path class="grid" d="M${x(mark).toFixed(1)} ${box.top}V${box.bottom}"/>${text('mark middle', [x(mark), box.bottom + 15], mark)}`);
  const rates = [0.1, 1, 10, 100, 1000].map((mark) =>
    `<path class="grid" d="M${box.left} ${y(mark).toFixed(1)}H${box.right}"/>${text('mark end', [box.left - 5, y(mark) + 4], mark)}`);
  const highest = roofs[roofs.length - 1]?.peak ?? 0;
  const drawnRoofs = roofs.map((roof) => {
    const [rx, ry] = [x(ridgeOf(roof)), y(roof.peak)];
    const chosen = roof.id === view.roof.id;
    return `<g class="${chosen ? 'chosen' : 'other'}"><path class="roof" d="M${rx.toFixed(1)} ${ry.toFixed(1)}H${box.right}"/>`
      + (chosen ? `<path class="drop" d="M${rx.toFixed(1)} ${ry.toFixed(1)}V${box.bottom}"/>${text('mark', [rx + 4, box.bottom - 6], `${words.ridge} ${Math.round(ridgeOf(roof))}`)}` : '')
      + `${text('name end', [box.right, ry - 6], `${roof.name} ${roof.peak}`)}</g>`;
  });
  const kernel = kernelOf(view);
  const [kx, ky, ceiling] = [x(kernel.intensity), y(kernel.rate), y(boundAt(view.roof, kernel.intensity))];
  return `<svg class="roofline-svg" viewBox="0 0 ${box.width} ${box.height}" role="img" aria-label="${words.summary(view)}">`
    + grid.join('') + rates.join('')
    + text('axis middle', [(box.left + box.right) / 2, box.bottom + 33], words.axisX)
    + text('axis', [box.left + 5, box.top + 2], words.axisY)
    + `<path class="slope" d="M${box.left} ${y(lowX * MEMORY).toFixed(1)}L${x(highest / MEMORY).toFixed(1)} ${y(highest).toFixed(1)}"/>`
    + `<text class="name" transform="translate(${(x(1) - 4).toFixed(1)} ${(y(MEMORY) - 6).toFixed(1)}) rotate(${slopeAngle()})">${MEMORY} TB/s</text>`
    + drawnRoofs.join('')
    + recorded.map(({ name, roof, intensity, rate }) =>
      `<circle class="recorded ${roof === view.roof.id ? 'chosen' : 'other'}" cx="${x(intensity).toFixed(1)}" cy="${y(rate).toFixed(1)}" r="3.6">`
      + `<title>${name[locale]}: ${digits(intensity)} FLOP/B, ${digits(rate)} TFLOP/s</title></circle>`).join('')
    + `<path class="reach" d="M${kx.toFixed(1)} ${ceiling.toFixed(1)}V${ky.toFixed(1)}"/>`
    + `<g class="kernel" transform="translate(${kx.toFixed(1)} ${ky.toFixed(1)})"><circle class="grip" r="18"/><circle r="6.5"/></g></svg>`;
}

function slopeAngle(): string {
  const [dx, dy] = [x(2) - x(1), y(2) - y(1)];
  return ((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(1);
}
