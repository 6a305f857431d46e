import type { Element, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { count, texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import { NotCheckable } from './verdict.ts';

type Assert = HardCase['assert'];

/** What an assertion of the name finds wrong with a page; empty where all is well. */
type Look = (page: Root, html: string, assert: Assert, key: string) => readonly string[];

/** Elements whose texts, each as a whole, must be among those of the page: `strong_texts: ["a", "b"]`. */
const TEXTS: Readonly<Record<string, string>> = {
  strong_texts: 'strong', em_texts: 'em', code_texts: 'code', link_texts: 'a', heading_texts: ':is(h1, h2, h3, h4, h5, h6)',
};

/** Elements that are counted. */
const COUNTS: Readonly<Record<string, string>> = {
  katex_count: '.katex', katex_display_count: '.katex-display', katex_error_count: '.katex-error', image_count: 'img', strong_count: 'strong',
  em_count: 'em', code_count: 'code', table_count: 'table', row_count: 'tr', link_count: 'a', heading_count: ':is(h1, h2, h3, h4, h5, h6)',
};

const LOOKS: Readonly<Record<string, Look>> = {
  text_includes: (page, _, assert, key) => missing(assert, key, visibleText(page)),
  text_excludes: (page, _, assert, key) => texts(assert, key).filter((text) => visibleText(page).includes(text)).map((text) => `${JSON.stringify(text)} is shown`),
  html_includes_regex: (_, html, assert, key) => texts(assert, key).filter((form) => !new RegExp(form, 'iu').test(html)).map((form) => `the markup lacks ${form}`),
  html_excludes_regex: (_, html, assert, key) => texts(assert, key).filter((form) => new RegExp(form, 'iu').test(html)).map((form) => `the markup has ${form}`),
  katex_min_count: (page, _, assert, key) => (all(page, '.katex').length < (count(assert, key) ?? 0) ? [`${all(page, '.katex').length} formulas`] : []),
  heading_ids: (page, _, assert, key) => lacking('id', texts(assert, key), ids(page)),
  distinct_heading_ids: (page, _, assert, key) => counted('different ids of headings', new Set(ids(page)).size, count(assert, key)),
  link_hrefs: (page, _, assert, key) => lacking('link to', texts(assert, key), all(page, 'a').map(({ properties }) => String(properties['href']))),
  no_duplicate_dom_ids: (page) => {
    const found = all(page, '[id]').map(({ properties }) => String(properties['id']));
    return found.filter((id, index) => found.indexOf(id) !== index).map((id) => `the page has the id ${id} twice`);
  },
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, selector]): [string, Look] =>
    [name, (page, _, assert, key) => lacking(selector, texts(assert, key), all(page, selector).map(visibleText))])),
  ...Object.fromEntries(Object.entries(COUNTS).map(([name, selector]): [string, Look] =>
    [name, (page, _, assert, key) => counted(selector, all(page, selector).length, count(assert, key))])),
};

/** Whether a page can be held against an assertion of this name. */
export const isLook = (key: string): boolean => Object.hasOwn(LOOKS, key);

/** Holds the HTML of a page against those assertions that look at one. */
export function lookFailures(assert: Assert, html: string): readonly string[] {
  const page = fromHtml(html, { fragment: true });
  return Object.keys(assert).filter(isLook).flatMap((key) => LOOKS[key]?.(page, html, assert, key) ?? []);
}

/** What of some texts a page does not show. */
function missing(assert: Assert, key: string, shown: string): readonly string[] {
  return texts(assert, key).filter((text) => !shown.includes(text)).map((text) => `${JSON.stringify(text)} is not shown`);
}

function lacking(what: string, wanted: readonly string[], found: readonly string[]): readonly string[] {
  return wanted.filter((text) => !found.includes(text)).map((text) => `no ${what} ${JSON.stringify(text)}, only ${JSON.stringify(found)}`);
}

function counted(what: string, found: number, wanted: number | undefined): readonly string[] {
  return found === wanted ? [] : [`${found} ${what}, not ${wanted ?? 'a number'}`];
}

function all(page: Root, selector: string): readonly Element[] {
  const found = selectAll(selector, page);
  if (!Array.isArray(found)) throw new NotCheckable(`the runner cannot look for ${selector}`);
  return found;
}

const ids = (page: Root): readonly string[] => all(page, ':is(h1, h2, h3, h4, h5, h6)').map(({ properties }) => String(properties['id']));

/** The text that a reader sees: of a formula that which is set, not the MathML and the TeX beside it. */
export function visibleText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  const named = node.type === 'element' ? node.properties['className'] : [];
  const classes = Array.isArray(named) ? named : [];
  if (classes.includes('katex-mathml')) return '';
  return node.children.map(visibleText).join('') + (classes.includes('ec-line') ? '\n' : '');
}
