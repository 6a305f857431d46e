import { describe, expect, it, test } from 'vitest';
import {
  decodeFloat, encodeFloat, exactDecimal, floatFormats, largestBits, parseReal, quotient, realOf, widthOf, type FloatFormat, type Real,
} from '../../src/figures/float-format.ts';
import { recordedText } from '../support/recorded-lines.ts';

const [fp64, fp32, tf32, bf16, fp16, e5m2, e4m3] = floatFormats;

/** The value of bits, by way of the exact one. */
function valueOf(format: FloatFormat, bits: bigint): number {
  const real = realOf(decodeFloat(format, bits));
  if (real.kind === 'nan') return NaN;
  const magnitude = real.kind === 'infinity' ? Infinity : quotient(real.over, real.under);
  return real.negative ? -magnitude : magnitude;
}

const number = (value: number): Real =>
  parseReal(Number.isFinite(value) ? exactDecimal(decodeFloat(fp64, bitsOfDouble(value))) : String(value), fp64) ?? { kind: 'nan' };

function bitsOfDouble(value: number): bigint {
  return new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n;
}

/** Doubles of all sizes, from a fixed seed: random bits, and random numbers near 1. */
function* doubles(count: number): Generator<number> {
  let state = 20n;
  for (let i = 0; i < count; i++) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    const value = new Float64Array(new BigUint64Array([state]).buffer)[0] ?? 0;
    if (!Number.isNaN(value)) yield value;
    yield (Number(state >> 11n) / 2 ** 53 - 0.5) * 2 ** Number(state % 60n) * 2 ** -40;
  }
}

/** Where a typed array of JavaScript has the format, it rounds as the format says (ECMA-262, NumericToRawBytes). */
const arrays = [
  { format: fp64, array: Float64Array, bits: BigUint64Array },
  { format: fp32, array: Float32Array, bits: Uint32Array },
  { format: fp16, array: Float16Array, bits: Uint16Array },
] as const;

describe.each(arrays)('$format.name, held against its typed array,', ({ format, array, bits }) => {
  it('rounds doubles of all sizes to the same bits', () => {
    for (const value of doubles(1500)) {
      const expected = BigInt(new bits(new array([value]).buffer)[0] ?? 0);
      expect([value, encodeFloat(format, number(value))]).toEqual([value, expected]);
    }
  });

  it('gives bits the same values', () => {
    const step = format === fp16 ? 7n : 1n << BigInt(widthOf(format) - 12);
    for (let code = 0n; code < 1n << BigInt(widthOf(format)); code += step + (format === fp16 ? 0n : 7n)) {
      const raw = new bits(1);
      raw.set([(format === fp64 ? code : Number(code)) as never]);
      expect([code, valueOf(format, code)]).toEqual([code, new array(raw.buffer)[0]]);
    }
  });
});

/** OCP 8-bit Floating Point Specification (OFP8) 1.0, table 2: exponent parameters and special values. */
test.each([
  { format: e4m3, largest: 448, smallestNormal: 2 ** -6, smallest: 2 ** -9, infinities: [], nans: [0x7f, 0xff] },
  {
    format: e5m2, largest: 57_344, smallestNormal: 2 ** -14, smallest: 2 ** -16,
    infinities: [0x7c, 0xfc], nans: [0x7d, 0x7e, 0x7f, 0xfd, 0xfe, 0xff],
  },
])('$format.name has the values of its specification', ({ format, largest, smallestNormal, smallest, infinities, nans }) => {
  const codes = Array.from({ length: 256 }, (_, code) => ({ code, is: decodeFloat(format, BigInt(code)).class }));
  expect(codes.filter(({ is }) => is === 'infinity').map(({ code }) => code)).toEqual(infinities);
  expect(codes.filter(({ is }) => is === 'nan').map(({ code }) => code)).toEqual(nans);
  expect(codes.filter(({ is }) => is === 'zero').map(({ code }) => code)).toEqual([0, 0x80]);
  const values = (kind: string) =>
    codes.filter(({ is, code }) => is === kind && code < 128).map(({ code }) => valueOf(format, BigInt(code)));
  expect([Math.max(...values('normal')), Math.min(...values('normal')), Math.min(...values('subnormal'))])
    .toEqual([largest, smallestNormal, smallest]);
});

/** Columns of what the note's program printed with the conversions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h. */
test('rounds like the conversions of CUDA, as recorded', () => {
  const printed = recordedText('cuda/tensor-cores-libraries', 'formats');
  const rows = printed.split('\n').map((line) => line.trim().split(/\s+/u)).filter((row) => row.length === 6 && Number.isFinite(Number(row[0])));
  expect(rows.length).toBe(11);
  const columns = [{ of: fp16 }, { of: bf16 }, { of: e4m3, saturate: true }, { of: e4m3 }, { of: e5m2, saturate: true }];
  for (const [from = '', ...row] of rows) {
    const single = realOf(decodeFloat(fp32, encodeFloat(fp32, parseReal(from, fp32) ?? { kind: 'nan' })));
    const ours = columns.map(({ of, saturate }) => valueOf(of, encodeFloat(of, single, saturate)));
    expect([from, ...ours]).toEqual([from, ...row.map((cell, i) => {
      const value = Number(cell.replace('inf', 'Infinity'));
      const near = ours[i] ?? 0;
      return Math.abs(near - value) < 1e-5 * Math.abs(value) ? near : value;  // printed with six or seven digits
    })]);
  }
});

test('a decimal is rounded once, not by way of a double', () => {
  // Halfway between two numbers of FP16, plus less than a double can hold.
  const text = `1.00048828125${'0'.repeat(20)}1`;
  expect(encodeFloat(fp16, parseReal(text, fp16) ?? { kind: 'nan' })).toBe(0x3c01n);
  expect(encodeFloat(fp16, number(Number(text)))).toBe(0x3c00n);
});

test('reads numbers as people write them, and says what is none', () => {
  const read = (text: string) => {
    const real = parseReal(text, bf16);
    return real && valueOf(bf16, encodeFloat(bf16, real));
  };
  expect(['1/4', '2^-3', '−2', '-0', '.5', '1e3', '0x3f80', 'inf', '1e99999', '1e-99999'].map(read))
    .toEqual([0.25, 0.125, -2, -0, 0.5, 1000, 1, Infinity, Infinity, 0]);
  expect(read('nan')).toBeNaN();
  expect(['', 'one', '1/0', '0x12345', '1e', '<b>', '.', '1/2/3', '--1'].map(read)).toEqual(Array.from({ length: 9 }, () => undefined));
});

test('every finite number of the small formats comes back from its decimal digits', () => {
  for (const format of [tf32, bf16, fp16, e5m2, e4m3]) {
    for (let code = 0n; code <= largestBits(format); code += { fp8: 1n, fp16: 11n, wide: 61n }[widthOf(format) === 8 ? 'fp8' : format === fp16 ? 'fp16' : 'wide']) {
      expect(encodeFloat(format, parseReal(exactDecimal(decodeFloat(format, code)), format) ?? { kind: 'nan' })).toBe(code);
    }
  }
});
