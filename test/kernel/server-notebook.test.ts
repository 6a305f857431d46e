import { expect, it } from 'vitest';
import type { KernelServer } from '../../scripts/kernel-server.ts';
import { openInLab } from '../../src/kernel/server-notebook.ts';
import { ServerPath } from '../../src/kernel/server-path.ts';
import { useJupyterServer } from './support/shared-server.ts';

const NAME = 'server-notebook-test.ipynb';
const notebook = (source: string) => JSON.stringify({
  cells: [{ cell_type: 'markdown', id: 'text', metadata: {}, source }], metadata: {}, nbformat: 4, nbformat_minor: 5,
});
let server: KernelServer;

useJupyterServer((started) => { server = started; });

/** The way to a real server, on which the one page of JupyterLab that is asked for is there or not. */
const pathTo = (lab: 200 | 404 | 'unreadable', { url, token } = server) => new ServerPath(
  { server: { url, token }, tokenPlace: 'header', kernelName: '' },
  async (input, init) => {
    if (input !== `${url}lab/api/translations`) return fetch(input, init);
    if (lab === 'unreadable') throw new TypeError('Failed to fetch');
    return new Response(null, { status: lab });
  },
);

async function contents(path: string, method = 'GET'): Promise<Response> {
  return fetch(`${server.url}api/contents/${path}`, { method, headers: { Authorization: `token ${server.token}` } });
}

it('puts a notebook onto a server under a free name, and gives its address without the token', async () => {
  try {
    const first = await openInLab(pathTo(200), NAME, notebook('first'));
    const second = await openInLab(pathTo(200), NAME, notebook('second'));
    expect([first.file, second.file]).toEqual([NAME, NAME.replace('.ipynb', '-1.ipynb')]);
    expect(first.url).toBe(`${server.url}lab/tree/${NAME}`);
    const read = await Promise.all([first, second].map(async ({ file }): Promise<unknown> => (await contents(file)).json()));
    expect(read).toMatchObject(['first', 'second'].map((source) => ({ content: { cells: [{ source }] } })));
  } finally {
    for (const name of [NAME, NAME.replace('.ipynb', '-1.ipynb')]) await contents(name, 'DELETE');
  }
});

it('leaves nothing on a server that has no JupyterLab, refuses the token, does not answer or does not take the file', async () => {
  const names = async () => ((await (await contents('')).json()) as { content: { name: string }[] }).content.map(({ name }) => name).toSorted();
  const before = await names();
  await expect(openInLab(pathTo(404), NAME, notebook('x'))).rejects.toMatchObject({ reason: 'no-lab' });
  await expect(openInLab(pathTo('unreadable'), NAME, notebook('x'))).rejects.toMatchObject({ reason: 'no-lab' });
  await expect(openInLab(pathTo('unreadable', { ...server, url: 'http://127.0.0.1:1/' }), NAME, notebook('x'))).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(openInLab(pathTo(200, { ...server, token: 'wrong' }), NAME, notebook('x'))).rejects.toMatchObject({ reason: 'refused', status: 403 });
  await expect(openInLab(pathTo(200, { ...server, url: 'http://127.0.0.1:1/' }), NAME, notebook('x'))).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(openInLab(pathTo(200), NAME, '{"nbformat": 4}')).rejects.toMatchObject({ reason: 'refused' });
  expect(await names()).toEqual(before);
});
