import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A note's text with complete frontmatter: 8 lines, an empty one, then the body from line 10. */
export function noteText(body: string, fields: Readonly<Record<string, string>> = {}): string {
  const all = { title: 'A note', description: 'What it says.', topic: 'cuda', order: '1', needs: 'python', sources: '[]', ...fields };
  return `---\n${Object.entries(all).map(([key, value]) => `${key}: ${value}`).join('\n')}\n---\n\n${body}\n`;
}

/** The line of the file that the first line of `noteText`'s body is. */
export const BODY_LINE = 10;

/** A folder with these files, gone after the test. */
export async function temporaryProject(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'warpnotes-project-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) await writeProjectFile(root, file, text);
  return root;
}

/** Writes a file again, with a time of change that no clock is too coarse for. */
export async function editProjectFile(root: string, file: string, text: string): Promise<void> {
  await writeProjectFile(root, file, text);
  await utimes(join(root, file), new Date(), new Date(Date.now() + 5000));
}

export async function writeProjectFile(root: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}
