import { choiceOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { floatFormatsText, type FloatText } from './float-formats-text.ts';
import {
  biasOf, decodeFloat, encodeFloat, exactDecimal, floatFormats, largestBits, leastExponent, parseReal, quotient, realOf, widthOf,
  type DecodedFloat, type FloatFormat, type Real,
} from './float-format.ts';
import { at, group, path, rect, svg, text, upTo } from './svg.ts';

const controls: readonly FigureControl[] = [
  { name: 'value', kind: 'text', value: '0.1', label: floatFormatsText.value },
  {
    name: 'format', kind: 'select', value: 'bf16', label: floatFormatsText.format,
    options: floatFormats.map(({ id, name }) => ({ value: id, en: name, 'zh-cn': name })),
  },
  { name: 'saturate', kind: 'check', value: '', label: floatFormatsText.saturate },
];

/** Bits of a number in seven formats; the value typed, or made by pressing bits. */
export const figure: FigureModel = {
  title: floatFormatsText.title,
  caption: floatFormatsText.caption,
  controls,
  draw(values, locale) {
    const words = floatFormatsText.words[locale];
    const id = choiceOf(values, 'format', floatFormats.map((format) => format.id), 'bf16');
    const of = floatFormats.find((format) => format.id === id) ?? floatFormats[3];
    const saturate = values['saturate'] === 'on';
    const hidden = widthOf(of) === 8 ? [] : ['saturate'];
    const real = parseReal(values['value'] ?? '', of);
    if (!real) return { control: 'value', problem: words.unreadable(of.name, widthOf(of) / 4) };
    const bits = encodeFloat(of, real, saturate);
    const decoded = decodeFloat(of, bits);
    return {
      picture: [
        bitButtons(of, bits, words), reading(of, decoded, words), neighbours(of, bits, real, words), ranges(of, real, saturate, words),
      ].join(''),
      summary: summaryOf(of, real, bits, words),
      hidden,
    };
  },
};

/** All digits where they are few, else as many as tell the numbers of the format apart. */
function shownValue(of: FloatFormat, decoded: DecodedFloat): string {
  if (decoded.class === 'nan') return 'NaN';
  if (decoded.class === 'infinity') return decoded.negative ? '−∞' : '∞';
  const exact = exactDecimal(decoded).replace('-', '−');
  if (exact.length <= 20) return exact;
  const real = realOf(decoded);
  const size = real.kind === 'number' ? quotient(real.over, real.under) : 0;
  return `${decoded.negative ? '−' : ''}${size.toPrecision(of.fractionBits > 23 ? 17 : 9).replace(/\.?0+(?=e|$)/u, '').replace('e-', 'e−').replace('e+', 'e')}`;
}

/** How far the number of the format is off, of the exact one; null where that has no meaning. */
function relativeError(real: Real, decoded: DecodedFloat): number | null {
  const rounded = realOf(decoded);
  if (real.kind !== 'number' || rounded.kind !== 'number' || real.over === 0n) return null;
  const difference = rounded.over * real.under - real.over * rounded.under;
  const size = quotient(difference < 0n ? -difference : difference, real.over * rounded.under);
  return difference < 0n ? -size : size;
}

function errorText(error: number | null): string {
  if (error === null) return '';
  if (error === 0) return '=';
  const size = Math.abs(error) * 100;
  const digits = size >= 0.01 ? size.toPrecision(2) : size.toExponential(0).replace('e-', 'e−');
  return `${error < 0 ? '−' : '+'}${digits.replace(/^(?<whole>\d+)e\+\d+$/u, '$<whole>')} %`;
}

function summaryOf(of: FloatFormat, real: Real, bits: bigint, words: FloatText): string {
  const decoded = decodeFloat(of, bits);
  const value = shownValue(of, decoded);
  const hex = `0x${bits.toString(16).padStart(Math.ceil(widthOf(of) / 4), '0')}`;
  if (real.kind === 'number' && decoded.class === 'infinity') return words.overflow(of.name, value, hex);
  if (real.kind !== 'nan' && decoded.class === 'nan') return words.noInfinity(of.name, hex);
  if (real.kind === 'number' && real.over !== 0n && decoded.class === 'zero') return words.underflow(of.name, hex);
  const error = relativeError(real, decoded);
  return words.result(of.name, value, hex, words.kinds[decoded.class], error === null || error === 0 ? '' : errorText(error));
}

type Part = 'sign' | 'exponent' | 'fraction';

function bitButtons(of: FloatFormat, bits: bigint, words: FloatText): string {
  const width = widthOf(of);
  const bit = (index: number, part: Part) => {
    const mask = 1n << BigInt(index);
    const on = (bits & mask) !== 0n;
    return `<button type="button" id="float-formats-bit-${index}" class="${on ? 'on' : 'off'}" aria-pressed="${on}" `
      + `aria-label="${on ? 1 : 0}, ${words.parts[part]}, ${words.bit(index)}" data-set="value=${textOfBits(of, bits ^ mask)}">${on ? 1 : 0}</button>`;
  };
  const field = (part: Part, from: number, count: number) =>
    `<div class="bits ${part}" role="group" aria-label="${words.parts[part]}"><span>${words.parts[part]} · ${count}</span>`
    + `<div>${upTo(count).map((i) => bit(from - i, part)).join('')}</div></div>`;
  return '<div class="bit-fields">'
    + field('sign', width - 1, 1)
    + field('exponent', width - 2, of.exponentBits)
    + field('fraction', of.fractionBits - 1, of.fractionBits)
    + '</div>';
}

/** A text that `parseReal` turns into these bits: the number where it is short, else the bits. */
function textOfBits(of: FloatFormat, bits: bigint): string {
  const decoded = decodeFloat(of, bits);
  if (decoded.class === 'infinity') return decoded.negative ? '-inf' : 'inf';
  const exact = decoded.class === 'nan' ? '' : exactDecimal(decoded);
  return exact !== '' && exact.length <= 16 ? exact : `0x${bits.toString(16)}`;
}

/** How the bits are read: sign, power of two, significand. */
function reading(of: FloatFormat, decoded: DecodedFloat, words: FloatText): string {
  const sign = decoded.negative ? '−' : '+';
  if (decoded.class === 'nan' || decoded.class === 'infinity') {
    return `<p class="reading">${words.special(decoded.class, of.specials, of.name)}</p>`;
  }
  const exponent = decoded.biased === 0 ? leastExponent(of) : decoded.biased - biasOf(of);
  const power = decoded.biased === 0 ? words.leastPower : `${decoded.biased} − ${biasOf(of)}`;
  const leading = decoded.biased === 0 ? 0 : 1;
  const fraction = decoded.fraction.toString(2).padStart(of.fractionBits, '0').replace(/0+$/u, '') || '0';
  return `<p class="reading">${sign} 2<sup>${power}</sup> × ${leading}.${fraction}<sub>2</sub>`
    + ` = ${sign} 2<sup>${String(exponent).replace('-', '−')}</sup> × ${significandText(of, decoded)}</p>`;
}

function significandText(of: FloatFormat, { significand }: DecodedFloat): string {
  const value = exactDecimal({ class: 'normal', negative: false, biased: 1, fraction: 0n, significand, scale: -of.fractionBits });
  return value.length <= 14 ? value : `${value.slice(0, 14)}…`;
}

/** The three nearest numbers on a line, and where the exact one lies between them. */
function neighbours(of: FloatFormat, bits: bigint, real: Real, words: FloatText): string {
  const sign = 1n << BigInt(widthOf(of) - 1);
  const magnitude = bits & (sign - 1n);
  const limit = largestBits(of);
  if (real.kind !== 'number' || magnitude > limit) return '';
  const negative = bits !== magnitude;
  // On the line of all numbers; below zero the magnitudes run the other way.
  const order = negative ? -magnitude : magnitude;
  const trio = [order - 1n, order, order + 1n].filter((each) => each >= -limit && each <= limit);
  const decoded = trio.map((each) => decodeFloat(of, each < 0n ? -each | sign : each));
  const under = realUnder(decoded, real.under);
  const places = decoded.map((each) => placed(realOf(each), under));
  const exact = placed(real, under);
  const [first = 0n, last = 1n] = [places[0], places.at(-1)];
  const x = (place: bigint) => 42 + 276 * (Number(((place - first) * 10_000n) / (last - first)) / 10_000);
  const clamped = exact < first ? first : exact > last ? last : exact;
  const marks = decoded.map((each, i) => {
    const [place, chosen] = [x(places[i] ?? first), trio[i] === order ? ' chosen' : ''];
    return path(`M${at(place)} 26v12`, `tick${chosen}`) + text(place, 54 + (i % 2) * 15, shownValue(of, each), `value${chosen}`);
  });
  const middles = places.slice(1).map((place, i) => path(`M${at((x(place) + x(places[i] ?? first)) / 2)} 29v6`, 'middle'));
  const exactX = x(clamped);
  return `<div class="neighbour-line">${svg(360, 74, words.line, [
    path('M42 32H318', 'axis'), ...middles, ...marks,
    path(`M${at(exactX)} 24l-5 -9h10z`, 'exact'),
    text(Math.min(300, Math.max(60, exactX)), 11, words.exact, 'exact-name'),
  ])}</div>`;
}

function realUnder(decoded: readonly DecodedFloat[], under: bigint): bigint {
  return decoded.map(realOf).reduce((product, each) => (each.kind === 'number' && each.under > product ? each.under : product), 1n) * under;
}

/** A number as a multiple of `1 / under`; `under` is a multiple of its own. */
function placed(real: Real, under: bigint): bigint {
  if (real.kind !== 'number') return 0n;
  const size = (real.over * under) / real.under;
  return real.negative ? -size : size;
}

const [LEFT, RIGHT, LOWEST, HIGHEST] = [4, 356, -156, 134] as const;
const rangeX = (exponent: number) =>
  LEFT + ((Math.min(HIGHEST, Math.max(LOWEST, exponent)) - LOWEST) / (HIGHEST - LOWEST)) * (RIGHT - LEFT);

/** What each format makes of the number, and which powers of two it reaches. */
function ranges(chosen: FloatFormat, real: Real, saturate: boolean, words: FloatText): string {
  const size = real.kind === 'number' && real.over > 0n ? Math.log2(quotient(real.over, real.under)) : undefined;
  const rows = floatFormats.map((of, index) => {
    const decoded = decodeFloat(of, encodeFloat(of, real, saturate && widthOf(of) === 8));
    const [from, normal] = [leastExponent(of) - of.fractionBits, leastExponent(of)];
    const top = biasOf(of) + (of.specials === 'finite' ? 2 : 1);
    return group(0, index * 35, [
      ...(of === chosen ? [rect(0, 0, 360, 34, 'row-chosen', 4)] : []),
      text(LEFT + 2, 15, of.name, 'name'),
      text(262, 15, shownValue(of, decoded), `rounded ${decoded.class}`),
      text(RIGHT - 2, 15, errorText(relativeError(real, decoded)), 'error'),
      path(`M${LEFT} 25H${RIGHT}`, 'axis'),
      rect(rangeX(from), 22, rangeX(normal) - rangeX(from), 6, 'subnormal', 0),
      rect(rangeX(normal), 22, rangeX(top) - rangeX(normal), 6, 'normal', 0),
      ...(size === undefined || !Number.isFinite(size) ? [] : [path(`M${at(rangeX(size))} 19v12`, 'mark')]),
    ]);
  });
  const ticks = [-126, -24, 0, 16, 128].map((power) =>
    `<text class="power" x="${at(rangeX(power))}" y="261">2<tspan dy="-4" font-size="8">${String(power).replace('-', '−')}</tspan></text>`);
  return `<div class="format-ranges">${svg(360, 266, words.ranges, [...rows, ...ticks])}</div>`;
}
