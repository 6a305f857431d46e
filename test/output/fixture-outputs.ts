import { readFileSync } from 'node:fs';
import { type IOutput, parseOutput } from '../../src/output/output.ts';

interface RawNotebook {
  readonly cells: readonly { readonly source: string | readonly string[]; readonly outputs: readonly unknown[] }[];
}

/** The outputs of a notebook in test/cases/fixtures, cell by cell; `name` is like `a/a06-ansi-sgr`. */
export function fixtureOutputs(name: string): readonly (readonly IOutput[])[] {
  const path = new URL(`../cases/fixtures/${name}.ipynb`, import.meta.url);
  const notebook = JSON.parse(readFileSync(path, 'utf8')) as RawNotebook;
  return notebook.cells.map((cell) => cell.outputs.map(parseOutput));
}

/** The text/html of every output of a fixture. */
export function fixtureHtml(name: string): readonly string[] {
  return fixtureOutputs(name)
    .flat()
    .flatMap((output) => ('data' in output ? [output.data['text/html']] : []))
    .filter((html) => typeof html === 'string');
}

/** The text a reader sees: tags out, the five entities back. */
export function visibleText(html: string): string {
  return html
    .replace(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
