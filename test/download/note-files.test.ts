import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../scripts/run-command.ts';
import { noteArchive, noteFiles } from '../../src/download/note-archive.ts';
import { zipArchive } from '../../src/download/zip-archive.ts';
import { projectPython } from '../support/project-python.ts';
import { exportProject } from './exported-project.ts';

const fence = (head: string, code: string): string => `\`\`\`${head}\n${code}\n\`\`\`\n`;

describe('the files of a note', () => {
  it('are named as they save themselves, by their title where it is a file name, else by their id', async () => {
    const root = await exportProject([
      fence('cuda run id=tile files=tile.cuh', '// a'), fence('cuda run id=sweep title="stride_sweep.cu"', '// b'),
      fence('cuda run id=odd title="A kernel"', '// c'), fence('python run id=plot title="plot.py"', '# d'), fence('shell run id=again title="tile.cuh"', '# e'),
      fence('cuda run id=twice title="stride_sweep.cu"', '// f'),
    ].join('\n'));
    const names = (await noteFiles(root, 'cuda/a', 'en')).map(({ name }) => name);
    expect(names).toEqual(['tile.cuh', 'stride_sweep.cu', 'odd.cu', 'plot.py', 'again.sh', 'twice-stride_sweep.cu']);
  });

  it('are the code as it stands, with a newline at the end, in a translation too', async () => {
    const root = await exportProject(fence('cuda run id=one title="first.cu"', 'int main() {}'), '<Cell id="one" />');
    expect((await noteFiles(root, 'cuda/a', 'zh-cn')).map(({ name, text }) => [name, text])).toEqual([['first.cu', 'int main() {}\n']]);
  });
});

describe('an archive', () => {
  it('is read by Python, has the files in one folder, and says how each is run', async () => {
    const root = await exportProject([fence('cuda run id=one nvcc="-O3"', 'int main() {}'), fence('cuda run id=two nvcc="-cubin -arch=sm_90"', '__global__ void k() {}')].join('\n'));
    const archive = await noteArchive({ root, id: 'cuda/a', locale: 'en', siteUrl: 'https://notes.example/' });
    await writeFile(join(root, 'a.zip'), archive);
    const code = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist()); print(z.read("a/README.md").decode())';
    const result = await runCommand(await projectPython(), ['-c', code, join(root, 'a.zip')]);
    expect(result).toMatchObject({ kind: 'exited', code: 0 });
    const lines = result.kind === 'exited' ? result.lines : [];
    expect(lines[0]).toBe('None a/README.md a/one.cu a/two.cu');
    expect(lines).toContain('<https://notes.example/cuda/a/>');
    expect(lines).toContain('- `one.cu`: `nvcc -arch=native -O3 one.cu -o one && ./one`');
    expect(lines).toContain('- `two.cu`: `nvcc -cubin -arch=sm_90 two.cu`');
  });

  it('is the same for the same files', () => {
    const files = [{ name: 'a/x.cu', text: 'int x;\n' }, { name: 'a/空.md', text: '' }];
    expect(zipArchive(files)).toEqual(zipArchive(files));
  });
});
