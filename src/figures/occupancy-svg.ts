import { occupancyOf, registerSteps, resources, type BlockNeeds, type Occupancy, type RegisterStep, type SmLimits }
  from '../cuda/occupancy.ts';
import { percentOf, rangeOf, type OccupancyText } from './occupancy-text.ts';

const WIDTH = 360;
const LEFT = 20;
const SLOT = 21;
const PARTITIONS = 4;
const BARS = 132;
const BAR = { left: 108, right: 304, height: 18 } as const;
const CURVE = { left: 28, right: 352, top: 264, bottom: 364 } as const;
const HEIGHT = 386;

/**
 * The calculator's picture: warp slots, limits and the staircase over the registers. It carries classes, no colours:
 * OccupancyCalculator.astro gives it the theme's. The text is ours: nothing needs escaping.
 */
export function occupancySvg(limits: SmLimits, needs: BlockNeeds, text: OccupancyText): string {
  const occupancy = occupancyOf(limits, needs);
  return [
    `<svg class="occupancy-svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${text.summary(limits, occupancy)}">`,
    heading(12, text.slots), ...slots(limits, needs, occupancy, text),
    heading(BARS - 8, text.limits), ...bars(limits, occupancy, text),
    heading(CURVE.top - 16, text.steps), ...staircase(limits, needs, occupancy, text),
    '</svg>',
  ].join('');
}

/** The steps as rows of the table; the one that holds the registers of `needs` is marked. */
export function stepRows(limits: SmLimits, needs: BlockNeeds): string {
  return registerSteps(limits, needs).map((step) => {
    const { blocks, warps, share } = step.occupancy;
    const cells = [rangeOf(step), blocks, warps, percentOf(share)].map((cell) => `<td>${cell}</td>`).join('');
    return `<tr${step.from <= needs.registers && needs.registers <= step.to ? ' aria-current="true"' : ''}>${cells}</tr>`;
  }).join('');
}

function heading(y: number, text: string): string {
  return `<text class="heading" x="0" y="${y}">${text}</text>`;
}

/** Warp after warp goes to the next sub-partition. Which one really takes it is up to the hardware. */
function slots(limits: SmLimits, needs: BlockNeeds, occupancy: Occupancy, text: OccupancyText): readonly string[] {
  const perBlock = Math.ceil(needs.threads / 32);
  const rows = Array.from({ length: PARTITIONS }, (_, row) =>
    `<text class="row" x="${LEFT - 8}" y="${20 + row * SLOT + 14}">${row}</text>`);
  const squares = Array.from({ length: limits.warps }, (_, warp) => {
    const column = Math.floor(warp / PARTITIONS);
    const block = Math.floor(warp / perBlock);
    const [kind, title] = warp < occupancy.warps
      ? [block % 2 === 0 ? 'even' : 'odd', `<title>${text.slotBlock(block)}</title>`]
      : [column < occupancy.warpsWithRegisters ? 'free' : 'starved', ''];
    const place = `x="${LEFT + column * SLOT + 1}" y="${20 + (warp % PARTITIONS) * SLOT + 1}"`;
    return `<rect class="${kind}" ${place} width="${SLOT - 3}" height="${SLOT - 3}" rx="2">${title}</rect>`;
  });
  return [...rows, ...squares];
}

function bars(limits: SmLimits, occupancy: Occupancy, text: OccupancyText): readonly string[] {
  return resources.map((resource, index) => {
    const allowed = occupancy.limits[resource];
    const y = BARS + index * BAR.height;
    const width = (Math.min(allowed, limits.blocks) / limits.blocks) * (BAR.right - BAR.left);
    const shown = Number.isFinite(allowed) ? String(allowed) : text.unlimited;
    return `<g class="${occupancy.limiters.includes(resource) ? 'limit' : 'other'}">`
      + `<text class="name" x="${BAR.left - 8}" y="${y + 11}">${text.resources[resource]}</text>`
      + `<rect x="${BAR.left}" y="${y + 1}" width="${Math.max(width, 1).toFixed(1)}" height="12" rx="2"/>`
      + `<text class="value" x="${WIDTH}" y="${y + 11}">${shown}</text></g>`;
  });
}

function staircase(limits: SmLimits, needs: BlockNeeds, occupancy: Occupancy, text: OccupancyText): readonly string[] {
  const x = (registers: number) => CURVE.left + (registers / 256) * (CURVE.right - CURVE.left);
  const y = (warps: number) => CURVE.bottom - (warps / limits.warps) * (CURVE.bottom - CURVE.top);
  const steps = registerSteps(limits, needs);
  const line = steps.map(({ from, to, occupancy: at }, index) =>
    `${index === 0 ? 'M' : 'L'}${x(from - 1).toFixed(1)} ${y(at.warps).toFixed(1)}H${x(to).toFixed(1)}`).join('');
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const warps = share * limits.warps;
    return `<path class="grid" d="M${CURVE.left} ${y(warps)}H${CURVE.right}"/>`
      + `<text class="row" x="${CURVE.left - 5}" y="${y(warps) + 4}">${warps}</text>`;
  });
  const ticks = [32, 64, 96, 128, 192, 255].map((registers) =>
    `<text class="tick" x="${x(registers)}" y="${CURVE.bottom + 15}">${registers}</text>`);
  return [
    ...grid, ...ticks, `<path class="curve" d="${line}"/>`, ...steps.map((step) => stepArea(step, x, text)),
    `<path class="mark" d="M${x(needs.registers).toFixed(1)} ${CURVE.top}V${CURVE.bottom}"/>`,
    `<circle class="point" cx="${x(needs.registers).toFixed(1)}" cy="${y(occupancy.warps).toFixed(1)}" r="4.5"/>`,
  ];
}

/** An invisible area that names its step to a pointer. */
function stepArea(step: RegisterStep, x: (registers: number) => number, text: OccupancyText): string {
  const left = x(step.from - 1);
  return `<rect class="area" x="${left.toFixed(1)}" y="${CURVE.top}" width="${(x(step.to) - left).toFixed(1)}" `
    + `height="${CURVE.bottom - CURVE.top}"><title>${text.stepTitle(step)}</title></rect>`;
}
