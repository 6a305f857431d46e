import type { Link, Nodes, Parent, PhrasingContent, Root, Text } from 'mdast';
import type { VFile } from 'vfile';
import { notePath, parseNotePath } from '../note/note-path.ts';
import { termFinder, type TermFinder } from '../note/term-matches.ts';
import { isLinkedIn, termAnchor, type Term } from '../note/terms.ts';

/** What a term is not looked for in: links, headings, code, tables, and elements other than those of folded answers. */
const PASSED_OVER = new Set(['link', 'linkReference', 'definition', 'heading', 'table', 'inlineCode', 'code', 'inlineMath', 'math']);
const OPEN_ELEMENTS = new Set(['details']);

interface Options {
  readonly base: string;
  readonly terms: readonly Term[];
}

/** What is left to link on a page. */
interface PageTerms {
  readonly find: TermFinder;
  readonly unseen: Set<Term>;
  readonly hrefOf: (term: Term) => string;
}

/** Links the first use of each glossary term in the running text of a note to the glossary; other pages stay as they are. */
export function remarkTerms({ base, terms }: Options) {
  // Terms that are not linked are found all the same, so that no part of them is.
  const finders = { en: termFinder(terms, 'en'), 'zh-cn': termFinder(terms, 'zh-cn') };
  return (tree: Root, file: VFile): void => {
    const here = parseNotePath(file.path);
    if (!here) return;
    const [topic = ''] = here.id.split('/');
    const glossary = `${base.replace(/\/$/u, '')}${notePath('glossary', here.locale)}`;
    linkTerms(tree, {
      find: finders[here.locale],
      unseen: new Set(terms.filter((term) => isLinkedIn(term, topic))),
      hrefOf: (term) => `${glossary}#${termAnchor(term)}`,
    });
  };
}

function linkTerms(parent: Parent, page: PageTerms): void {
  for (let at = 0; at < parent.children.length; at += 1) {
    const child = parent.children[at];
    if (child === undefined || !isOpen(child)) continue;
    if (child.type === 'text') {
      const parts = linkedText(child, page);
      parent.children.splice(at, 1, ...parts);
      at += parts.length - 1;
    } else if ('children' in child) linkTerms(child, page);
  }
}

function isOpen(node: Nodes): boolean {
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') return OPEN_ELEMENTS.has(node.name ?? '');
  return !PASSED_OVER.has(node.type);
}

function linkedText(node: Text, { find, unseen, hrefOf }: PageTerms): readonly PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let from = 0;
  for (const { term, start, end } of find(node.value)) {
    if (!unseen.delete(term)) continue;
    if (start > from) parts.push({ type: 'text', value: node.value.slice(from, start) });
    parts.push(termLink(node.value.slice(start, end), hrefOf(term)));
    from = end;
  }
  if (from === 0) return [node];
  return from < node.value.length ? [...parts, { type: 'text', value: node.value.slice(from) }] : parts;
}

function termLink(text: string, url: string): Link {
  return { type: 'link', url, data: { hProperties: { className: ['term'] } }, children: [{ type: 'text', value: text }] };
}
