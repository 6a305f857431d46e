import type { Locale } from '../i18n/locale.ts';

/** A code of so many letters from an alphabet of 62, and so many links that have a random one. */
export interface CollisionCase {
  readonly letters: number;
  readonly links: number;
}

export const letterRange = { min: 4, max: 10 } as const;
/** Powers of ten of the number of links, in tenths, so that a slider can step through them. */
export const linkRange = { min: 20, max: 110 } as const;

/** Rounded to two digits. */
export function linksOf(tenths: number): number {
  return Number((10 ** (tenths / 10)).toPrecision(2));
}

function codesOf(letters: number): number {
  return 62 ** letters;
}

/** The chance that some two of the links have the same code (birthday bound: 1 - exp(-n(n-1) / 2N)). */
export function anyCollision({ letters, links }: CollisionCase): number {
  return -Math.expm1((-links * (links - 1)) / 2 / codesOf(letters));
}

/** The chance that the next random code is taken already, where all links have different ones. */
export function nextTaken({ letters, links }: CollisionCase): number {
  return Math.min(1, links / codesOf(letters));
}

interface CollisionText {
  readonly letters: string;
  readonly links: string;
  readonly region: string;
  readonly axis: string;
  readonly number: (value: number) => string;
  readonly summary: (shown: CollisionCase) => string;
}

/** In whole per cent from 10 % on; never "0 %" or "100 %" for what is only near it. */
function percent(share: number): string {
  const value = share * 100;
  if (share < 1 && value >= 99.5) return '> 99\u00a0%';
  if (value !== 0 && value < 0.01) return '< 0.01\u00a0%';
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(2)}\u00a0%`;
}

const grouped = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

export const collisionText: Readonly<Record<Locale, CollisionText>> = {
  en: {
    letters: 'letters in a code',
    links: 'links with a random code',
    region: 'Chance of a collision against the number of links',
    axis: 'links',
    number: grouped,
    summary: (shown) =>
      `Some two of ${grouped(shown.links)} links collide: ${percent(anyCollision(shown))}. The next code is taken: ${percent(nextTaken(shown))}.`,
  },
  'zh-cn': {
    letters: '短码的位数',
    links: '已有的随机码链接',
    region: '发生冲突的机会随链接数的变化',
    axis: '链接数',
    number: grouped,
    summary: (shown) =>
      `${grouped(shown.links)} 个链接里有两个相撞的机会：${percent(anyCollision(shown))}。下一个码已被占用的机会：${percent(nextTaken(shown))}。`,
  },
};

const [left, right, top, bottom] = [40, 350, 10, 130] as const;
const x = (tenths: number) => left + ((tenths - linkRange.min) / (linkRange.max - linkRange.min)) * (right - left);
const y = (share: number) => bottom - share * (bottom - top);

/** The curve for the letters of the case, with a mark at its links. */
export function collisionSvg(letters: number, tenths: number, locale: Locale): string {
  const text = collisionText[locale];
  const shown = { letters, links: linksOf(tenths) };
  const curve = Array.from({ length: linkRange.max - linkRange.min + 1 }, (_, step) => {
    const at = linkRange.min + step;
    return `${x(at).toFixed(1)} ${y(anyCollision({ letters, links: 10 ** (at / 10) })).toFixed(1)}`;
  }).join('L');
  const ticks = [20, 40, 60, 80, 100].map((at) =>
    `<path class="tick" d="M${x(at)} ${bottom}v5"/><text class="time" x="${x(at)}" y="${bottom + 18}">10<tspan dy="-4" font-size="8">${at / 10}</tspan></text>`);
  const shares = [0, 0.5, 1].map((share) =>
    `<path class="grid" d="M${left} ${y(share)}H${right}"/><text class="share" x="${left - 5}" y="${y(share) + 4}">${share * 100} %</text>`);
  return `<svg class="collision-svg" viewBox="0 0 360 164" role="img" aria-label="${text.region}. ${text.summary(shown).replaceAll('<', '&lt;')}">${shares.join('')}${ticks.join('')}<text class="time" x="${(left + right) / 2}" y="162">${text.axis}</text><path class="curve" d="M${curve}"/><path class="mark" d="M${x(tenths).toFixed(1)} ${top}V${bottom}"/><circle class="point" cx="${x(tenths).toFixed(1)}" cy="${y(anyCollision(shown)).toFixed(1)}" r="4.5"/></svg>`;
}
