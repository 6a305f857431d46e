import type { Locale } from '../i18n/locale.ts';
import { routeTokens, type Routing, type RoutingCase } from './expert-routing.ts';
import { numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { at, path, rect, svg, text } from './svg.ts';

const controls: readonly FigureControl[] = [
  { name: 'tokens', kind: 'range', min: 8, max: 64, step: 4, value: '32', label: { en: 'tokens', 'zh-cn': 'token 数' } },
  { name: 'experts', kind: 'range', min: 2, max: 8, value: '4', label: { en: 'experts', 'zh-cn': '专家数' } },
  { name: 'choices', kind: 'range', min: 1, max: 2, value: '1', label: { en: 'experts for each token', 'zh-cn': '每个 token 的专家数' } },
  { name: 'factor', kind: 'range', min: 0.5, max: 3, step: 0.25, value: '1.25', label: { en: 'capacity factor', 'zh-cn': '容量因子' } },
  { name: 'skew', kind: 'range', min: 0, max: 2, step: 0.25, value: '0.5', label: { en: 'skew of the router', 'zh-cn': '路由的偏斜' } },
  { name: 'seed', kind: 'range', min: 1, max: 30, value: '1', label: { en: 'another batch', 'zh-cn': '换一批 token' } },
];

interface Words {
  readonly region: string;
  readonly sequence: string;
  readonly expert: string;
  readonly capacity: (slots: number) => string;
  readonly summary: (shown: {
    readonly capacity: number; readonly dropped: number; readonly all: number; readonly empty: number; readonly slots: number;
    readonly enough: string; readonly loss: string;
  }) => string;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`;

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'Tokens in their order, and the places that they got at the experts',
    sequence: 'tokens, in order',
    expert: 'expert',
    capacity: (slots) => `capacity ${slots}`,
    summary: ({ capacity, dropped, all, empty, slots, enough, loss }) =>
      `Each expert takes ${capacity}. ${dropped} of ${all} assignments are dropped (${percent(dropped, all)}), `
      + `and ${empty} of ${slots} places stay empty (${percent(empty, slots)}). Nothing would be dropped from a factor of ${enough} on. `
      + `Balance loss: ${loss}; even is 1.`,
  },
  'zh-cn': {
    region: '按次序排列的 token，以及它们在各专家处得到的位置',
    sequence: 'token，按次序',
    expert: '专家',
    capacity: (slots) => `容量 ${slots}`,
    summary: ({ capacity, dropped, all, empty, slots, enough, loss }) =>
      `每个专家最多收 ${capacity} 个。${all} 次分配中丢弃 ${dropped} 次（${percent(dropped, all)}），`
      + `${slots} 个位置中空着 ${empty} 个（${percent(empty, slots)}）。容量因子达到 ${enough} 时才不会丢弃。均衡损失：${loss}，完全均匀时为 1。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'Tokens, experts and capacity', 'zh-cn': 'token、专家与容量' },
  caption: {
    en: 'A random router, drawn anew for each batch. Filled: tokens that got a place; outlined: places that stay empty, which are computed all the same; '
      + 'orange: tokens that came to a full expert and are dropped, so only the residual connection carries them on. Places go to the tokens in their order, first choices before second ones.',
    'zh-cn': '路由是随机的，每批重新抽取。实心：得到位置的 token；空框：没人用的位置，照样要计算；橙色：来时专家已满而被丢弃的 token，只能靠残差连接传下去。位置按 token 的次序分配，先满足第一选择，再满足第二选择。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const number = (name: string) => numberOf(controls, values, name);
    const given: RoutingCase = {
      tokens: number('tokens'), experts: number('experts'), choices: number('choices') === 2 ? 2 : 1,
      capacityFactor: number('factor'), skew: number('skew'), seed: number('seed'),
    };
    const routing = routeTokens(given);
    const all = given.tokens * given.choices;
    const dropped = routing.assignments.filter(({ slot }) => slot === null).length;
    const slots = routing.capacity * given.experts;
    return {
      picture: drawn(given, routing, say),
      summary: say.summary({
        capacity: routing.capacity, dropped, all, slots, empty: slots - (all - dropped), loss: routing.balanceLoss.toFixed(2),
        enough: (Math.ceil((100 * Math.max(...routing.wanted) * given.experts) / all) / 100).toFixed(2),
      }),
    };
  },
};

const [top, floor] = [58, 250] as const;

function drawn({ tokens, experts }: RoutingCase, { capacity, assignments, wanted }: Routing, say: Words): string {
  const small = 352 / tokens;
  const missed = (token: number) => assignments.filter((each) => each.token === token && each.slot === null).length;
  const rows = Math.max(capacity, ...wanted);
  const height = Math.min(14, (floor - top) / rows);
  const pitch = 352 / experts;
  const width = Math.min(54, pitch - 8);
  const left = (expert: number) => 4 + expert * pitch + (pitch - width) / 2;
  const y = (row: number) => floor - (row + 1) * height;
  const gap = height > 5 ? 1.5 : 0.4;
  const box = (expert: number, row: number, kind: string) => rect(left(expert), y(row), width, height - gap, kind, height > 5 ? 2 : 0);
  const counts = wanted.map(() => 0);
  return svg(360, 292, say.region, [
    text(4, 12, say.sequence, 'note'),
    ...Array.from({ length: tokens }, (_, token) =>
      rect(4 + token * small, 18, small - (small > 4 ? 1 : 0.4), 14, missed(token) > 0 ? 'token dropped' : 'token kept', 1)),
    ...wanted.flatMap((_, expert) => Array.from({ length: capacity }, (_unused, row) => box(expert, row, 'empty'))),
    ...assignments.map(({ expert, slot, choice }) => {
      const row = counts[expert] ?? 0;
      counts[expert] = row + 1;
      return box(expert, row, slot === null ? 'dropped' : choice === 0 ? 'kept' : 'kept second');
    }),
    ...wanted.map((_, expert) => path(`M${at(left(expert) - 3)} ${at(y(capacity - 1) - gap / 2 - 0.5)}h${at(width + 6)}`, 'limit')),
    text(356, Math.max(46, y(capacity - 1) - 5), say.capacity(capacity), 'limit-name'),
    ...wanted.map((count, expert) => text(left(expert) + width / 2, floor + 16, `${count}`, count > capacity ? 'load over' : 'load')),
    ...wanted.map((_, expert) => text(left(expert) + width / 2, floor + 34, pitch > 60 ? `${say.expert} ${expert}` : String(expert), 'expert')),
  ]);
}
