import { exportedMarkdown } from '../download/exported-markdown.ts';
import { markdownFile } from '../download/download-path.ts';
import { locales, type Locale } from '../i18n/locale.ts';
import { siteName } from '../i18n/site-name.ts';
import { topicLabels, topics } from '../i18n/topic-labels.ts';
import { notesInOrder } from './notes-in-order.ts';
import { siteDescription } from './site-description.ts';
import { addressOf, wholeAddress, type SiteAddress } from './site-address.ts';

const WORDS = {
  en: {
    lead: (all: string) => `Each link leads to a note as Markdown: its text, its code, and what the code printed on the machine that is named in it. [All notes in one file](${all}).`,
    other: 'Other languages', language: 'English',
  },
  'zh-cn': {
    lead: (all: string) => `每个链接都指向一篇笔记的 Markdown 版本：正文、代码，以及代码在文中所写的机器上的实际输出。[全部笔记合为一个文件](${all})。`,
    other: '其他语言', language: '简体中文',
  },
} as const;

/** The file of a language's list of notes, or of all of them, from the site's base path. */
export function llmsFile(kind: 'llms' | 'llms-full', locale: Locale): string {
  return `${locale === 'en' ? '' : `${locale}/`}${kind}.txt`;
}

/** The list of a language's notes for language models (https://llmstxt.org): what the site is, then links to the notes as Markdown, by topic. */
export async function llmsText(root: string, locale: Locale, address: SiteAddress): Promise<string> {
  const notes = await notesInOrder(root, locale);
  const words = WORDS[locale];
  const groups = topics.flatMap((topic) => {
    const links = notes.filter(({ frontmatter }) => frontmatter.topic === topic)
      .map(({ id, frontmatter: { title, description } }) => `- [${title}](${addressOf(address, markdownFile(id, locale))}): ${description}`);
    return links.length === 0 ? [] : [`## ${topicLabels[topic][locale]}\n\n${links.join('\n')}`];
  });
  const others = locales.filter((each) => each !== locale).map((each) => `- [${WORDS[each].language}](${addressOf(address, llmsFile('llms', each))})`);
  return `${[
    `# ${siteName[locale]}`,
    `> ${await siteDescription(root, locale)}`,
    words.lead(addressOf(address, llmsFile('llms-full', locale))),
    ...groups,
    `## ${words.other}\n\n${others.join('\n')}`,
  ].join('\n\n')}\n`;
}

/** All notes of a language as Markdown, one after the other. */
export async function llmsFullText(root: string, locale: Locale, address: SiteAddress): Promise<string> {
  const notes = await notesInOrder(root, locale);
  const texts = await Promise.all(notes.map(({ id }) => exportedMarkdown({ root, id, locale, siteUrl: wholeAddress(address) })));
  return texts.join('\n---\n\n');
}
