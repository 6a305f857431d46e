import { cp, glob, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { locales, type Locale } from '../../src/i18n/locale.ts';
import { topics } from '../../src/i18n/topic-labels.ts';
import { cudaGrammar } from '../../src/markdown/grammars/cuda.ts';
import { runCommand } from '../run-command.ts';
import { type BenchContext, BenchUnavailable } from './bench.ts';
import { fence, generatedNotes, type GeneratedNote, noteFileText } from './generated-notes.ts';

const SHOWN_LINES = 20;

/** A site of generated notes in two languages, ready to be built: the folder, and the command that builds it. */
export interface BuildSite {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
}

type Files = Readonly<Record<string, string>>;

/** This site's own code with generated notes in place of its own: half of them in English, the other half their Chinese twins. */
export async function ourSite({ root }: BenchContext, work: string, count: number): Promise<BuildSite> {
  const folder = join(work, `ours-${count}`);
  for (const path of ['src', 'public', 'astro.config.mjs', 'ec.config.mjs', 'tsconfig.json', 'package.json']) await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const notes = pairs(count, (note, locale, index) => noteFileText(
    note,
    (cell) => (locale === 'en' ? fence(cell, 'run') : `<Cell id="${cell.id}" />`),
    [`topic: ${note.topic}`, `order: ${index + 1}`, 'needs: gpu'],
  ));
  const page = (title: string): string => `---\ntitle: ${title}\ndescription: ${title}.\n---\n\n${title}.\n`;
  // The sidebar has a link to each of the site's pages that are no notes.
  const pages = (await Array.fromAsync(glob('{,zh-cn/}*.mdx', { cwd: join(root, 'notes') })))
    .map((path): [string, string] => [`notes/${path}`, page(basename(path, '.mdx'))]);
  const data = ['planned', 'source-rows', 'paths', 'terms'].map((name): [string, string] => [`notes/${name}.yaml`, '[]\n']);
  await writeFiles(folder, { ...named(notes, (path) => `notes/${path}.mdx`), ...Object.fromEntries([...pages, ...data]) });
  await cp(join(root, 'notes/glossary.yaml'), join(folder, 'notes/glossary.yaml'));
  return { name: 'Warpnotes', folder, command: [process.execPath, join(root, 'node_modules/astro/bin/astro.mjs'), 'build'] };
}

/** VitePress with what this site has that it can have: formulas, the same grammar for CUDA C++, a local search index, both languages. */
export async function vitePressSite(context: BenchContext, work: string, count: number): Promise<BuildSite> {
  const packages = await installPackages(context, 'vitepress-1.6.4', ['vitepress@1.6.4', '@mdit/plugin-katex@0.25.2', 'katex@0.16.22']);
  const folder = join(work, `vitepress-${count}`);
  await writeFiles(folder, {
    ...named(pairs(count, (note) => noteFileText(note, (cell) => fence(cell))), (path) => `${path}.md`),
    'index.md': '# Home\n', 'zh-cn/index.md': '# 首页\n', 'package.json': '{"type":"module"}\n',
    'cuda.json': JSON.stringify(cudaGrammar),
    '.vitepress/theme/index.js': "import theme from 'vitepress/theme';\nimport 'katex/dist/katex.min.css';\nexport default theme;\n",
    '.vitepress/config.js': [
      "import { katex } from '@mdit/plugin-katex';", "import { readFileSync } from 'node:fs';",
      "const cuda = JSON.parse(readFileSync(new URL('../cuda.json', import.meta.url), 'utf8'));",
      `const sidebar = ${JSON.stringify(vitePressSidebar(count))};`,
      'export default {',
      "  title: 'Notes', markdown: { languages: ['cpp', cuda], config: (md) => { md.use(katex); } },",
      "  locales: { root: { label: 'English', lang: 'en', themeConfig: { sidebar: sidebar.en } }, 'zh-cn': { label: '简体中文', lang: 'zh-CN', themeConfig: { sidebar: sidebar['zh-cn'] } } },",
      "  themeConfig: { search: { provider: 'local' } },", '};', '',
    ].join('\n'),
  });
  await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
  return { name: 'VitePress 1.6.4', folder, command: [process.execPath, join(packages, 'node_modules/vitepress/bin/vitepress.js'), 'build'] };
}

/** Docusaurus with its faster builder and formulas. Prism has no grammar for CUDA, so its code is read as C++; its search is a service. */
export async function docusaurusSite(context: BenchContext, work: string, count: number): Promise<BuildSite> {
  const packages = await installPackages(context, 'docusaurus-3.10.2', [
    ...['core', 'preset-classic', 'faster'].map((name) => `@docusaurus/${name}@3.10.2`), 'react@19.2.0', 'react-dom@19.2.0', 'remark-math@6.0.0', 'rehype-katex@7.0.1', 'katex@0.16.22',
  ]);
  const folder = join(work, `docusaurus-${count}`);
  const notes = pairs(count, (note) => noteFileText(note, ({ language, ...cell }) => fence({ ...cell, language }).replace(/^```cuda/u, '```cpp').replace(/^```shell/u, '```bash')));
  await writeFiles(folder, {
    ...named(notes, (path) => `docs/${path}.mdx`), 'docs/index.mdx': '---\nslug: /\n---\n\n# Home\n', 'package.json': '{"name":"bench","private":true}\n',
    'docusaurus.config.mjs': [
      "import remarkMath from 'remark-math';", "import rehypeKatex from 'rehype-katex';",
      "export default { title: 'Notes', url: 'https://notes.example', baseUrl: '/', future: { v4: true, faster: true }, presets: [['classic', { docs: { routeBasePath: '/', remarkPlugins: [remarkMath], rehypePlugins: [rehypeKatex] }, blog: false }]],",
      "  stylesheets: [], themeConfig: { prism: { additionalLanguages: ['bash'] } } };", '',
    ].join('\n'),
  });
  await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
  return { name: 'Docusaurus 3.10.2', folder, command: [process.execPath, join(packages, 'node_modules/@docusaurus/core/bin/docusaurus.mjs'), 'build'] };
}

/** Starlight as it comes, of the version that this site uses, with formulas and Pagefind. */
export async function starlightSite({ root }: BenchContext, work: string, count: number): Promise<BuildSite> {
  const folder = join(work, `starlight-${count}`);
  const notes = pairs(count, (note) => noteFileText(note, (cell) => fence(cell)));
  await writeFiles(folder, {
    ...named(notes, (path) => `src/content/docs/${path}.mdx`),
    'src/content/docs/index.mdx': '---\ntitle: Home\n---\n\nHome.\n', 'src/content/docs/zh-cn/index.mdx': '---\ntitle: 首页\n---\n\n首页。\n',
    // Astro bundles the packages that a project names.
    'package.json': await readFile(join(root, 'package.json'), 'utf8'),
    'src/content.config.ts': [
      "import { defineCollection } from 'astro:content';", "import { docsLoader } from '@astrojs/starlight/loaders';", "import { docsSchema } from '@astrojs/starlight/schema';",
      'export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };', '',
    ].join('\n'),
    'cuda.json': JSON.stringify(cudaGrammar),
    'astro.config.mjs': [
      "import { unified } from '@astrojs/markdown-remark';", "import starlight from '@astrojs/starlight';", "import { defineConfig } from 'astro/config';",
      "import { readFileSync } from 'node:fs';", "import rehypeKatex from 'rehype-katex';", "import remarkMath from 'remark-math';", "import cpp from 'shiki/langs/cpp.mjs';",
      "const cuda = JSON.parse(readFileSync(new URL('./cuda.json', import.meta.url), 'utf8'));",
      'export default defineConfig({', '  markdown: { processor: unified({ remarkPlugins: [remarkMath], rehypePlugins: [rehypeKatex] }) },',
      "  integrations: [starlight({ title: 'Notes', defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '简体中文', lang: 'zh-CN' } }, customCss: ['katex/dist/katex.min.css'], expressiveCode: { shiki: { langs: [() => cpp, () => cuda] } } })],",
      '});', '',
    ].join('\n'),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { name: 'Starlight 0.42.4', folder, command: [process.execPath, join(root, 'node_modules/astro/bin/astro.mjs'), 'build'] };
}

/** The texts of notes by their paths: `cuda/note-0001`, `zh-cn/cuda/note-0001`. */
function pairs(count: number, text: (note: GeneratedNote, locale: Locale, index: number) => string): Files {
  return Object.fromEntries(locales.flatMap((locale) => generatedNotes(Math.ceil(count / 2), locale).map((note, index): [string, string] =>
    [locale === 'en' ? note.id : `${locale}/${note.id}`, text(note, locale, index)])));
}

function vitePressSidebar(count: number): Readonly<Record<Locale, unknown>> {
  const of = (locale: Locale): unknown => topics.map((topic) => ({
    text: topic,
    items: generatedNotes(Math.ceil(count / 2), locale).filter((note) => note.topic === topic).map(({ id, title }) => ({ text: title, link: `${locale === 'en' ? '' : `/${locale}`}/${id}` })),
  }));
  return { en: of('en'), 'zh-cn': of('zh-cn') };
}

function named(files: Files, name: (path: string) => string): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [name(path), text]));
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** A folder with packages of the npm registry and what they need, fetched once into `.warpnotes/peers/`. Throws a BenchUnavailable. */
async function installPackages({ root, say }: BenchContext, name: string, packages: readonly string[]): Promise<string> {
  const folder = join(root, '.warpnotes', 'peers', name);
  const done = join(folder, 'installed');
  if (await readFile(done).then(() => true, () => false)) return folder;
  say(`installing ${packages[0] ?? name}`);
  await rm(folder, { recursive: true, force: true });
  await writeFiles(folder, { 'package.json': '{"private":true}\n' });
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error', ...packages];
  const result = await runCommand('npm', args, { cwd: folder, env: process.env });
  if (result.kind !== 'exited' || result.code !== 0) {
    const said = result.kind === 'exited' ? result.lines.slice(-SHOWN_LINES).join('\n') : result.error.message;
    throw new BenchUnavailable(`npm install ${packages.join(' ')} failed: connect this machine to the npm registry and run again. It said:\n${said}`);
  }
  await writeFile(done, '');
  return folder;
}
