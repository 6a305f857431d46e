import { join } from 'node:path';
import { processCount } from '../cell/cell.ts';
import type { Locale } from '../i18n/locale.ts';
import { FileCache } from '../note/file-cache.ts';
import { markdownTree } from '../note/markdown-tree.ts';
import { loadNote } from '../note/note-library.ts';
import { noteFile } from '../note/note-path.ts';
import { loadRecordedNote } from '../notebook/recording-library.ts';
import { cellFiles, cellTitles, type CellFile } from './cell-file.ts';
import type { ExportPlan } from './exported-note.ts';
import { pageUrlOf } from './site-links.ts';
import { zipArchive } from './zip-archive.ts';

const cache = new FileCache<ReadonlyMap<string, string>>();

/** The files of the cells that the page of a note shows, in the page's order. Cells of other notes are theirs. */
export async function noteFiles(root: string, id: string, locale: Locale): Promise<readonly CellFile[]> {
  const { note, cells } = await loadRecordedNote(root, id, locale);
  // A translation has no fences: their titles are those of its twin.
  const holder = noteFile(id, note.cells.length > 0 ? locale : 'en');
  const titles = await cache.get(join(root, holder), (text) => cellTitles(markdownTree(text, holder)));
  return cellFiles(cells.map(({ cell }) => cell), titles);
}

/** All files of a note's cells in one folder of a ZIP archive, with a list that says how each is compiled or run. */
export async function noteArchive({ root, id, locale, siteUrl }: ExportPlan): Promise<Uint8Array<ArrayBuffer>> {
  const files = await noteFiles(root, id, locale);
  const { title } = (await loadNote(root, id, locale)).frontmatter;
  const folder = id.slice(id.indexOf('/') + 1);
  const list = { name: 'README.md', text: readme(title, files, { page: pageUrlOf({ id, locale, siteUrl }), locale }) };
  return zipArchive([list, ...files].map(({ name, text }) => ({ name: `${folder}/${name}`, text })));
}

interface ReadmeFacts {
  readonly page: string | null;
  readonly locale: Locale;
}

function readme(title: string, files: readonly CellFile[], { page, locale }: ReadmeFacts): string {
  const lead = locale === 'en'
    ? 'The code of this note, in the order in which it runs. On the page, all of it runs in one folder; without an `-arch` it is compiled for the GPU at hand.'
    : '本笔记的代码，按运行的先后排列。在网页上，它们都在同一个文件夹里运行；没有写 `-arch` 的，按本机的 GPU 编译。';
  const rows = files.map(({ cell, name }) => `- \`${name}\`: \`${cellCommand(cell, name)}\``);
  return [`# ${title}`, ...(page === null ? [] : [`<${page}>`]), lead, rows.join('\n')].join('\n\n') + '\n';
}

/** What compiles and runs a file by hand as its cell does; a header is read by the others. */
export function cellCommand(cell: CellFile['cell'], name: string): string {
  const { language, options: { nvccArgs } } = cell;
  if (language === 'python') return processCount(cell) > 1 ? `torchrun --standalone --nproc-per-node ${processCount(cell)} ${name}` : `python3 ${name}`;
  if (language === 'shell') return `bash ${name}`;
  if (/\.(?:cuh|h|hpp)$/u.test(name)) return '#include';
  if (cell.options.kernel) return ['nvcc', '-cubin', ...(nvccArgs === '' ? [] : [nvccArgs]), name].join(' ');
  const words = ['nvcc', ...(/-arch|-gencode|--gpu-(?:architecture|code)/u.test(nvccArgs) ? [] : ['-arch=native']), nvccArgs, name];
  const makesProgram = !/(?:^|\s)(?:-c|-dc|-cubin|-ptx|-fatbin|-E|-lib|-dlink|-cuda|--(?:compile|cubin|ptx|fatbin|preprocess|dryrun))(?=\s|$)/u.test(nvccArgs);
  const stem = name.replace(/\.\w+$/u, '');
  return [...words.filter((word) => word !== ''), ...(makesProgram ? [`-o ${stem} && ./${stem}`] : [])].join(' ');
}
