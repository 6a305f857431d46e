import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { locales } from '../src/i18n/locale.ts';
import { builtSite, withBenchPage } from './bench/bench-page.ts';
import { readyPython } from './bench/ready-python.ts';
import { startKernelServer } from './kernel-server.ts';
import { compressed } from './screenshots/compressed.ts';
import { sceneNames, showScene, type Shot, shotName } from './screenshots/scenes.ts';

const USAGE = `npm run screenshots [-- --all] [--out FOLDER] [SCENE…]

Takes pictures of the built site, with a kernel of this computer's where a scene needs one, and writes them as WebP, each below
150 kB. Scenes are ${sceneNames.join(', ')}; all where none is named.
  --all         each scene at 390, 834 and 1440 px, light and dark, in both languages, in place of those that the README shows
  --out FOLDER  docs/screenshots where left out`;

const ROOT = join(import.meta.dirname, '..');
const WIDTHS = [390, 834, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;

/** What README.md shows. */
const SHOWN: readonly Shot[] = [
  { scene: 'home', width: 1440, scheme: 'light', locale: 'en' },
  { scene: 'note', width: 1440, scheme: 'dark', locale: 'en' },
  { scene: 'note', width: 390, scheme: 'light', locale: 'zh-cn' },
  { scene: 'running', width: 834, scheme: 'light', locale: 'en' },
  { scene: 'error', width: 834, scheme: 'dark', locale: 'zh-cn' },
  { scene: 'compiler', width: 1440, scheme: 'light', locale: 'en' },
  { scene: 'resources', width: 834, scheme: 'dark', locale: 'en' },
  { scene: 'stages', width: 834, scheme: 'light', locale: 'zh-cn' },
  { scene: 'figures', width: 834, scheme: 'dark', locale: 'zh-cn' },
  { scene: 'search', width: 390, scheme: 'dark', locale: 'en' },
  { scene: 'dialog', width: 390, scheme: 'light', locale: 'en' },
];

function allShots(): readonly Shot[] {
  return sceneNames.flatMap((scene) =>
    WIDTHS.flatMap((width) => SCHEMES.flatMap((scheme) => locales.map((locale) => ({ scene, width, scheme, locale })))));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      out: { type: 'string', default: join(ROOT, 'docs/screenshots') },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const unknown = positionals.find((name) => !sceneNames.some((scene) => scene === name));
  if (unknown !== undefined) throw new Error(`there is no scene "${unknown}": name some of ${sceneNames.join(', ')}`);
  const shots = (values.all ? allShots() : SHOWN).filter(({ scene }) => positionals.length === 0 || positionals.includes(scene));
  const context = { root: ROOT, say: (text: string) => { console.error(text); } };
  const [directory, python] = [await builtSite(context), await readyPython(context)];
  await using ends = new AsyncDisposableStack();
  const localKernel = async (origin: string) => {
    const kernel = await startKernelServer({ root: ROOT, python, origins: [origin], log: () => undefined });
    ends.defer(() => kernel.stop());
    return kernel;
  };
  await mkdir(values.out, { recursive: true });
  await withBenchPage({ directory, localKernel }, async ({ page, origin }) => {
    for (const shot of shots) {
      await showScene(page, origin, shot);
      const picture = await compressed(await page.screenshot());
      await writeFile(join(values.out, `${shotName(shot)}.webp`), picture);
      console.log(`${shotName(shot)}.webp  ${Math.ceil(picture.length / 1000)} kB`);
    }
  });
  return 0;
}

main().then((status) => { process.exitCode = status; }, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
