import type { Locale } from '../i18n/locale.ts';
import { hashRing, moduloMoved, movedArcs, ringArcs, ringShares, type RingArc, type RingPoint } from './consistent-hash.ts';
import { choiceOf, numberOf, type FigureControl, type FigureModel } from './figure-model.ts';
import { at, group, path, rect, svg, text } from './svg.ts';

const names = 'ABCDEFGHI';

const controls: readonly FigureControl[] = [
  { name: 'nodes', kind: 'range', min: 2, max: 8, value: '3', label: { en: 'nodes before', 'zh-cn': '变化前的节点数' } },
  { name: 'copies', kind: 'range', min: 0, max: 7, value: '2', label: { en: 'virtual nodes of each', 'zh-cn': '每个节点的虚拟节点数' } },
  {
    name: 'change', kind: 'select', value: 'add', label: { en: 'change', 'zh-cn': '变化' },
    options: [
      { value: 'add', en: 'a node joins', 'zh-cn': '加入一个节点' },
      { value: 'remove', en: 'the first node leaves', 'zh-cn': '第一个节点离开' },
    ],
  },
  { name: 'salt', kind: 'range', min: 0, max: 30, value: '27', label: { en: 'other names for the nodes', 'zh-cn': '换一批节点名' } },
];

interface Words {
  readonly region: string;
  readonly before: (nodes: number) => string;
  readonly after: (node: string, joins: boolean) => string;
  readonly share: string;
  readonly summary: (moved: string, least: string, modulo: string, fullest: string) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    region: 'A hash ring before and after the change, and the share of each node',
    before: (nodes) => `${nodes} nodes`,
    after: (node, joins) => `${node} ${joins ? 'joins' : 'leaves'}`,
    share: 'share before (thin) and after; line: an equal share',
    summary: (moved, least, modulo, fullest) =>
      `${moved} of the keys move; an equal share would be ${least}. With hash mod n it would be ${modulo}. The fullest node then has ${fullest} times the mean.`,
  },
  'zh-cn': {
    region: '变化前后的哈希环，以及各节点所占的份额',
    before: (nodes) => `${nodes} 个节点`,
    after: (node, joins) => `${node} ${joins ? '加入' : '离开'}`,
    share: '各节点的键份额：变化前（细）与变化后；竖线为均分',
    summary: (moved, least, modulo, fullest) =>
      `${moved} 的键要搬家，均分的份额是 ${least}；若用 hash mod n，则是 ${modulo}。之后最满的节点是平均值的 ${fullest} 倍。`,
  },
};

export const figure: FigureModel = {
  title: { en: 'A hash ring before and after a node joins', 'zh-cn': '加入一个节点前后的哈希环' },
  caption: {
    en: 'A key belongs to the first point clockwise from its place. Heavy: the arcs whose keys move. More virtual nodes make the shares equal; other names, so other hashes, show how much is luck.',
    'zh-cn': '键归顺时针遇到的第一个点所有。粗线：键要搬家的弧。虚拟节点越多，份额越均匀；换一批名字，也就换了哈希值，可以看出有多少只是运气。',
  },
  controls,
  draw(values, locale) {
    const say = words[locale];
    const nodes = [...names.slice(0, numberOf(controls, values, 'nodes')).matchAll(/./gu)].map(([name]) => name);
    const copies = 2 ** numberOf(controls, values, 'copies');
    const joins = choiceOf(values, 'change', ['add', 'remove'], 'add') === 'add';
    const changed = joins ? names[nodes.length] ?? '' : nodes[0] ?? '';
    const later = joins ? [...nodes, changed] : nodes.slice(1);
    const salt = `${numberOf(controls, values, 'salt')}/`;
    const [before, after] = [hashRing(nodes, copies, salt), hashRing(later, copies, salt)];
    const moved = movedArcs(before, after);
    const share = moved.reduce((sum, { from, to }) => sum + to - from, 0);
    const shares = [ringShares(before), ringShares(after)] as const;
    const fullest = Math.max(...shares[1].values()) * later.length;
    const rows = [...new Set([...nodes, ...later])];
    return {
      picture: svg(360, 224 + rows.length * 22, say.region, [
        group(90, 108, [text(0, -92, say.before(nodes.length), 'name'), ...ringOf(before, [])]),
        group(270, 108, [text(0, -92, say.after(changed, joins), 'name'), ...ringOf(after, moved)]),
        text(4, 208, say.share, 'bar-name'),
        ...rows.map((node, row) => group(0, 216 + row * 22, barsOf(node, shares, later.length))),
      ]),
      summary: say.summary(
        percent(share), percent(1 / Math.max(nodes.length, later.length)),
        percent(moduloMoved(nodes.length, later.length)), fullest.toFixed(2),
      ),
      shown: { copies: String(copies), salt: String(numberOf(controls, values, 'salt') + 1) },
    };
  },
};

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const radius = 60;
const place = (turn: number, r = radius) => `${at(r * Math.sin(2 * Math.PI * turn))} ${at(-r * Math.cos(2 * Math.PI * turn))}`;
const toneOf = (node: string) => `node-${names.indexOf(node)}`;

function arc({ from, to }: RingArc): string {
  if (to - from < 1e-6) return '';
  const half = (from + to) / 2;  // in two pieces: an arc around the whole ring has no direction
  return `M${place(from)}A${radius} ${radius} 0 0 1 ${place(half)}A${radius} ${radius} 0 0 1 ${place(to)}`;
}

function ringOf(points: readonly RingPoint[], moved: readonly RingArc[]): readonly string[] {
  const few = points.length <= 36;
  return [
    ...ringArcs(points).map((each) => path(arc(each), `arc ${toneOf(each.node)}`)),
    ...moved.map((each) => path(arc(each), `arc moved ${toneOf(each.node)}`)),
    ...(points.length > 160 ? [] : points.map(({ node, at: turn }) => {
      const [cx, cy] = place(turn).split(' ');
      return `<circle class="point ${toneOf(node)}" cx="${cx}" cy="${cy}" r="${few ? 4.5 : 2.2}"/>`;
    })),
    ...(few ? apart(points).map(({ node, at: turn }) => {
      const [x, y] = place(turn, 76).split(' ').map(Number);
      return text(x ?? 0, (y ?? 0) + 4, node, 'node');
    }) : []),
  ];
}

/** Those points that are far enough from the one before for a letter beside them. */
function apart(points: readonly RingPoint[]): readonly RingPoint[] {
  const kept: RingPoint[] = [];
  for (const point of points) {
    const [first, last] = [kept[0], kept.at(-1)];
    if (!first || !last || (point.at - last.at > 0.028 && first.at + 1 - point.at > 0.028)) kept.push(point);
  }
  return kept;
}

function barsOf(node: string, [before, after]: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>], count: number) {
  const scale = 250;
  const [old, now] = [before.get(node) ?? 0, after.get(node) ?? 0];
  return [
    text(4, 13, node, 'bar-node'),
    rect(24, 2, old * scale, 4, `bar before ${toneOf(node)}`, 0),
    rect(24, 7, now * scale, 9, `bar ${toneOf(node)}`, 0),
    path(`M${at(24 + scale / count)} 0v18`, 'equal'),
    text(356, 14, now === 0 ? '–' : percent(now), 'bar-share'),
  ];
}
