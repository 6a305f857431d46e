import type { Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkMath from 'remark-math';
import type { Plugin } from 'unified';
import { remarkDisplayMath } from './display-math.ts';
import { remarkDollarMath } from './dollar-math.ts';
import { remarkFenceLanguages } from './fence-languages.ts';

/** What the site's Markdown has besides MDX and GFM. Those who read notes and those who build pages use the one list. */
export const siteSyntax: Plugin<[], Root>[] = [remarkMath, remarkDollarMath, remarkDisplayMath, remarkCjkFriendly, remarkFenceLanguages];
