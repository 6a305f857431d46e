import type { PhrasingContent, RootContent } from 'mdast';
import type { Locale } from '../i18n/locale.ts';
import type { Erratum } from '../note/errata.ts';

/** The corrections of a note as a list; nothing where there are none. A fact may name a cell that proves it. */
export function errataNodes(errata: readonly Erratum[], locale: Locale): readonly RootContent[] {
  if (errata.length === 0) return [];
  const labels = locale === 'en'
    ? { claim: 'Often read:', fact: 'Correct:', source: 'Source: ', proof: ' · Shown by ' }
    : { claim: '常见说法：', fact: '正确的是：', source: '来源：', proof: ' · 由此证明：' };
  const space = locale === 'en' ? ' ' : '';
  const items = errata.map(({ claim, fact, source, cell }) => {
    const origin: PhrasingContent = source.url === undefined ? text(source.label) : { type: 'link', url: source.url, children: [text(source.label)] };
    const proof: readonly PhrasingContent[] = cell === undefined ? [] : [text(labels.proof), { type: 'inlineCode', value: cell }];
    return [
      [strong(labels.claim), text(space + claim[locale])],
      [strong(labels.fact), text(space + fact[locale])],
      [text(labels.source), origin, ...proof],
    ] as const;
  });
  return [{
    type: 'list', ordered: false, spread: true,
    children: items.map((lines) => ({
      type: 'listItem', spread: true, children: lines.map((children) => ({ type: 'paragraph', children: [...children] })),
    })),
  }];
}

function text(value: string): PhrasingContent {
  return { type: 'text', value };
}

/** In tags: the label of a Chinese line ends with a punctuation mark that the text follows without a space. */
function strong(label: string): PhrasingContent {
  return { type: 'html', value: `<strong>${label}</strong>` };
}
