import type { Bilingual, Locale } from '../i18n/locale.ts';
import type { FloatClass, FloatFormat } from './float-format.ts';

export interface FloatText {
  readonly parts: Readonly<Record<'sign' | 'exponent' | 'fraction', string>>;
  readonly bit: (index: number) => string;
  readonly kinds: Readonly<Record<FloatClass, string>>;
  readonly leastPower: string;
  readonly line: string;
  readonly exact: string;
  readonly ranges: string;
  readonly special: (kind: 'infinity' | 'nan', specials: FloatFormat['specials'], name: string) => string;
  readonly result: (name: string, value: string, hex: string, kind: string, error: string) => string;
  readonly overflow: (name: string, value: string, hex: string) => string;
  readonly noInfinity: (name: string, hex: string) => string;
  readonly underflow: (name: string, hex: string) => string;
  readonly unreadable: (name: string, hexDigits: number) => string;
}

interface Texts extends Readonly<Record<'title' | 'caption' | 'value' | 'format' | 'saturate', Bilingual>> {
  readonly words: Readonly<Record<Locale, FloatText>>;
}

export const floatFormatsText: Texts = {
  title: { en: 'Bits and values of seven formats', 'zh-cn': '七种浮点格式：位与值' },
  caption: {
    en: 'Type a number, or press its bits. The line shows the numbers of the format beside it; dashes are halfway, where rounding turns. '
      + 'Bars: powers of two that a format reaches, lighter where it is subnormal and loses digits; FP64 goes on beyond both ends. '
      + 'At the right, what each format makes of the number, and how far it is off.',
    'zh-cn': '输入一个数，或者直接按下面的位。数轴上是它旁边的可表示数；短线是中点，舍入在那里转向。'
      + '横条是每种格式能到达的 2 的幂，浅色部分是次正规数，有效位越来越少；FP64 两头都超出图外。右边是每种格式得到的值和相对误差。',
  },
  value: { en: 'number: 0.1, 1/3, 2^-24, 1e5, inf, 0x3dcd', 'zh-cn': '数：0.1、1/3、2^-24、1e5、inf、0x3dcd' },
  format: { en: 'format', 'zh-cn': '格式' },
  saturate: { en: 'saturate: too large becomes the largest', 'zh-cn': '饱和：过大时取最大值' },
  words: {
    en: {
      parts: { sign: 'sign', exponent: 'exponent', fraction: 'fraction' },
      bit: (index) => `bit ${index}`,
      kinds: { zero: 'zero', subnormal: 'subnormal', normal: 'normal', infinity: 'infinity', nan: 'not a number' },
      leastPower: 'least exponent',
      line: 'The number of the format and its neighbours on a line',
      exact: 'your number',
      ranges: 'What each of the seven formats makes of the number, and its range',
      special: (kind, specials, name) => kind === 'infinity' ? 'exponent all ones, fraction zero: infinity'
        : specials === 'finite' ? `exponent and fraction all ones: NaN, the only one of ${name}, which has no infinity`
          : 'exponent all ones, fraction not zero: NaN',
      result: (name, value, hex, kind, error) => `${name}: ${value} (${hex}), ${kind}${error === '' ? ', exact' : `, ${error} off`}.`,
      overflow: (name, value, hex) => `${name}: too large, so it becomes ${value} (${hex}).`,
      noInfinity: (name, hex) => `${name}: too large, and there is no infinity, so it becomes NaN (${hex}).`,
      underflow: (name, hex) => `${name}: nearer to zero than to the smallest subnormal number, so it becomes zero (${hex}).`,
      unreadable: (name, digits) => `Write a number such as 0.1, -1e-3, 1/3 or 2^-24, or inf, nan, or the bits of ${name} as 0x and up to ${Math.ceil(digits)} hex digits.`,
    },
    'zh-cn': {
      parts: { sign: '符号', exponent: '指数', fraction: '尾数' },
      bit: (index) => `第 ${index} 位`,
      kinds: { zero: '零', subnormal: '次正规数', normal: '正规数', infinity: '无穷', nan: '非数' },
      leastPower: '最小指数',
      line: '这个数在该格式中的值及左右相邻的可表示数',
      exact: '你的数',
      ranges: '七种格式各自得到的值和可表示范围',
      special: (kind, specials, name) => kind === 'infinity' ? '指数全为 1，尾数为 0：无穷'
        : specials === 'finite' ? `指数和尾数全为 1：NaN。${name} 没有无穷，也只有这一种 NaN`
          : '指数全为 1，尾数不为 0：NaN',
      result: (name, value, hex, kind, error) => `${name}：${value}（${hex}），${kind}，${error === '' ? '没有误差' : `误差 ${error}`}。`,
      overflow: (name, value, hex) => `${name}：太大，变成 ${value}（${hex}）。`,
      noInfinity: (name, hex) => `${name}：太大，又没有无穷，变成 NaN（${hex}）。`,
      underflow: (name, hex) => `${name}：离零比离最小的次正规数更近，变成零（${hex}）。`,
      unreadable: (name, digits) => `请写一个数，例如 0.1、-1e-3、1/3、2^-24，或 inf、nan，或 ${name} 的位：0x 加最多 ${Math.ceil(digits)} 个十六进制数字。`,
    },
  },
};
