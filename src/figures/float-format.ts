/**
 * A binary floating-point format. `ieee`: the highest exponent is for infinities and NaN (IEEE 754). `finite`: there is no
 * infinity, and only the highest exponent with a fraction of ones is NaN (E4M3 of the OCP 8-bit Floating Point Specification).
 */
export interface FloatFormat {
  readonly id: string;
  readonly name: string;
  readonly exponentBits: number;
  readonly fractionBits: number;
  readonly specials: 'ieee' | 'finite';
}

const format = (id: string, name: string, exponentBits: number, fractionBits: number, specials: FloatFormat['specials'] = 'ieee') =>
  ({ id, name, exponentBits, fractionBits, specials }) as const;

export const floatFormats = [
  format('fp64', 'FP64', 11, 52),
  format('fp32', 'FP32', 8, 23),
  format('tf32', 'TF32', 8, 10),
  format('bf16', 'BF16', 8, 7),
  format('fp16', 'FP16', 5, 10),
  format('e5m2', 'FP8 E5M2', 5, 2),
  format('e4m3', 'FP8 E4M3', 4, 3, 'finite'),
] as const;

/** An exact number: `over / under`, both whole, `under` positive; the sign apart, for there is a minus zero. */
export type Real =
  | { readonly kind: 'number'; readonly negative: boolean; readonly over: bigint; readonly under: bigint }
  | { readonly kind: 'infinity'; readonly negative: boolean }
  | { readonly kind: 'nan' };

export type FloatClass = 'zero' | 'subnormal' | 'normal' | 'infinity' | 'nan';

/** What bits mean: a finite value is `significand` · 2^`scale`. */
export interface DecodedFloat {
  readonly class: FloatClass;
  readonly negative: boolean;
  /** The exponent field as it stands, with the bias in it. */
  readonly biased: number;
  readonly fraction: bigint;
  readonly significand: bigint;
  readonly scale: number;
}

export const widthOf = ({ exponentBits, fractionBits }: FloatFormat): number => 1 + exponentBits + fractionBits;
export const biasOf = ({ exponentBits }: FloatFormat): number => 2 ** (exponentBits - 1) - 1;
/** Exponent of the smallest normal number. */
export const leastExponent = (of: FloatFormat): number => 1 - biasOf(of);

/** The bits of the largest finite number, without a sign. */
export function largestBits(of: FloatFormat): bigint {
  const all = (1n << BigInt(widthOf(of) - 1)) - 1n;
  return of.specials === 'finite' ? all - 1n : all - (1n << BigInt(of.fractionBits));
}

export function decodeFloat(of: FloatFormat, bits: bigint): DecodedFloat {
  const f = BigInt(of.fractionBits);
  const magnitude = bits & ((1n << BigInt(widthOf(of) - 1)) - 1n);
  const negative = magnitude !== bits;
  const biased = Number(magnitude >> f);
  const fraction = magnitude & ((1n << f) - 1n);
  const base = { negative, biased, fraction, scale: leastExponent(of) - of.fractionBits + Math.max(biased - 1, 0) };
  if (magnitude > largestBits(of)) {
    return { ...base, class: of.specials === 'ieee' && fraction === 0n ? 'infinity' : 'nan', significand: 0n };
  }
  if (biased > 0) return { ...base, class: 'normal', significand: fraction + (1n << f) };
  return { ...base, class: fraction === 0n ? 'zero' : 'subnormal', significand: fraction };
}

/** The value of a finite or infinite number or of a NaN, exactly. */
export function realOf({ class: kind, negative, significand, scale }: DecodedFloat): Real {
  if (kind === 'nan') return { kind };
  if (kind === 'infinity') return { kind, negative };
  const shift = BigInt(Math.abs(scale));
  return { kind: 'number', negative, over: scale > 0 ? significand << shift : significand, under: scale < 0 ? 1n << shift : 1n };
}

/**
 * Rounds to the nearest number of the format, of two equally near ones to the one with an even significand (IEEE 754
 * roundTiesToEven). What is too large becomes an infinity, or NaN in a format without one; the largest number where `saturate`.
 */
export function encodeFloat(of: FloatFormat, real: Real, saturate = false): bigint {
  const f = BigInt(of.fractionBits);
  const sign = 1n << BigInt(widthOf(of) - 1);
  const beyond = largestBits(of) + 1n;  // the infinity, or the NaN of E4M3
  if (real.kind === 'nan') return of.specials === 'ieee' ? beyond | (1n << (f - 1n)) : beyond;
  const signed = (magnitude: bigint) => (real.negative ? magnitude | sign : magnitude);
  if (real.kind === 'infinity') return signed(saturate ? largestBits(of) : beyond);
  if (real.over === 0n) return signed(0n);
  const exponent = Math.max(floorLog2(real.over, real.under), leastExponent(of));
  const scale = exponent - of.fractionBits;
  const significand = scale < 0
    ? roundedQuotient(real.over << BigInt(-scale), real.under)
    : roundedQuotient(real.over, real.under << BigInt(scale));
  // A significand that was rounded up to the next power of two carries into the exponent by itself.
  const magnitude = (BigInt(exponent - leastExponent(of)) << f) + significand;
  if (magnitude < beyond) return signed(magnitude);
  return signed(saturate ? largestBits(of) : beyond);
}

function roundedQuotient(over: bigint, under: bigint): bigint {
  const [whole, rest] = [over / under, over % under];
  const twice = rest * 2n;
  return twice > under || (twice === under && whole % 2n === 1n) ? whole + 1n : whole;
}

function floorLog2(over: bigint, under: bigint): number {
  const guess = bitLength(over) - bitLength(under);
  const fits = guess >= 0 ? over >= under << BigInt(guess) : over << BigInt(-guess) >= under;
  return fits ? guess : guess - 1;
}

const bitLength = (value: bigint): number => value.toString(2).length;

/** Beyond it every format has its infinity, or its zero, long since. */
const FARTHEST = 2000;

/** Reads `0.1`, `-1e-3`, `1/3`, `2^-24`, `inf`, `nan`, or the bits of the format as `0x2e66`; undefined for anything else. */
export function parseReal(text: string, of: FloatFormat): Real | undefined {
  const word = text.trim().toLowerCase().replaceAll('−', '-').replaceAll(',', '').replaceAll('_', '');
  if (/^0x[\da-f]+$/u.test(word)) {
    const bits = BigInt(word);
    return bits >> BigInt(widthOf(of)) === 0n ? realOf(decodeFloat(of, bits)) : undefined;
  }
  const negative = word.startsWith('-');
  const bare = word.replace(/^[-+]/u, '');
  if (bare === 'nan') return { kind: 'nan' };
  if (bare === 'inf' || bare === 'infinity' || bare === '∞') return { kind: 'infinity', negative };
  const ratio = /^(?<over>[^/]+)(?:\/(?<under>[^/]+))?$/u.exec(bare)?.groups;
  const [over, under] = [parsePart(ratio?.['over'] ?? ''), parsePart(ratio?.['under'] ?? '1')];
  if (!over || !under || under.over === 0n) return undefined;
  return { kind: 'number', negative, over: over.over * under.under, under: over.under * under.over };
}

function parsePart(text: string): { readonly over: bigint; readonly under: bigint } | undefined {
  const power = /^2\^(?<exponent>-?\d{1,5})$/u.exec(text)?.groups?.['exponent'];
  if (power !== undefined) return scaled(1n, 2n, Number(power));
  const parts = /^(?<whole>\d{0,1100})(?:\.(?<rest>\d{0,1100}))?(?:e(?<exponent>[-+]?\d{1,5}))?$/u.exec(text)?.groups;
  const [whole, rest] = [parts?.['whole'] ?? '', parts?.['rest'] ?? ''];
  if (whole + rest === '') return undefined;
  return scaled(BigInt(whole + rest), 10n, Number(parts?.['exponent'] ?? 0) - rest.length);
}

function scaled(digits: bigint, base: bigint, exponent: number) {
  const power = base ** BigInt(Math.min(Math.abs(exponent), FARTHEST));
  return exponent < 0 ? { over: digits, under: power } : { over: digits * power, under: 1n };
}

/** All digits of a value of a format, for a significand and a power of two. */
export function exactDecimal({ negative, significand, scale }: DecodedFloat): string {
  const sign = negative ? '-' : '';
  if (scale >= 0) return sign + String(significand << BigInt(scale));
  const digits = String(significand * 5n ** BigInt(-scale)).padStart(1 - scale, '0');
  const point = digits.length + scale;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/u, '');
}

/** `over / under` as the nearest double, also where the two are too large for one. */
export function quotient(over: bigint, under: bigint): number {
  const float64 = floatFormats[0];
  const { significand, scale, class: kind } = decodeFloat(float64, encodeFloat(float64, { kind: 'number', negative: false, over, under }));
  if (kind === 'infinity') return Infinity;
  const half = Math.trunc(scale / 2);  // in two steps, for 2^-1074 is subnormal and 2^1023 large
  return Number(significand) * 2 ** half * 2 ** (scale - half);
}
