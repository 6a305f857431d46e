import type { ServerPath } from './server-path.ts';

/** What keeps a notebook from being opened in a server's JupyterLab. `status` is that of the answer, null where there was none. */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly reason: 'no-lab' | 'refused' | 'unreachable';
  readonly status: number | null;

  constructor(reason: LabError['reason'], status: number | null, cause?: unknown) {
    super(`${reason}${status === null ? '' : ` (HTTP ${status})`}`, { cause });
    [this.reason, this.status] = [reason, status];
  }
}

/** Names with a number that are tried before the name that the server chose is left. */
const MOST_NAMES = 50;

/**
 * Puts a notebook into the folder that a Jupyter server shows, as a new file, and gives its address in the server's JupyterLab,
 * which has no token. No file is overwritten: the server itself makes a new one, and renames it only to a name that is free.
 * Throws a LabError where the server has no JupyterLab, or does not take the file; nothing is left there then.
 * @param name of the file, such as `bank-conflicts.ipynb`
 * @param text JSON of nbformat 4
 * @see https://jupyter-server.readthedocs.io/en/latest/developers/rest-api.html
 */
export async function openInLab(server: ServerPath, name: string, text: string): Promise<{ readonly file: string; readonly url: string }> {
  if (!(await hasLab(server))) throw new LabError('no-lab', null);
  const made = await answer(server, 'api/contents', 'POST', { type: 'notebook' });
  if (made.status !== 201) throw new LabError('refused', made.status);
  const { path } = await made.json() as { readonly path: string };
  const saved = await answer(server, contents(path), 'PUT', { type: 'notebook', format: 'json', content: JSON.parse(text) as unknown });
  if (!saved.ok) {
    await answer(server, contents(path), 'DELETE');
    throw new LabError('refused', saved.status);
  }
  const file = await rename(server, path, name);
  return { file, url: `${server.url}lab/tree/${encoded(file)}` };
}

/** A page of another origin cannot read the 404 of a server without JupyterLab: there, that the server answers else tells. */
async function hasLab(server: ServerPath): Promise<boolean> {
  try {
    return (await answer(server, 'lab/api/translations', 'GET')).status !== 404;
  } catch {
    await answer(server, 'api/kernels', 'GET');
    return false;
  }
}

/** The new name; the old one where all are taken. */
async function rename(server: ServerPath, path: string, name: string): Promise<string> {
  const stem = name.replace(/\.ipynb$/u, '');
  for (let number = 0; number < MOST_NAMES; number += 1) {
    const wanted = number === 0 ? name : `${stem}-${number}.ipynb`;
    const { ok, status } = await answer(server, contents(path), 'PATCH', { path: wanted });
    if (ok) return wanted;
    if (status !== 409) return path;
  }
  return path;
}

async function answer(server: ServerPath, path: string, method: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' };
  try {
    return await server.send(new Request(server.url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) }));
  } catch (cause) {
    throw new LabError('unreachable', null, cause);
  }
}

function contents(path: string): string {
  return `api/contents/${encoded(path)}`;
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
