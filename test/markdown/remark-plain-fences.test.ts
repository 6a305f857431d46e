import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import { remarkPlainFences } from '../../src/markdown/remark-plain-fences.ts';
import { markdownTree } from '../../src/note/markdown-tree.ts';

/** The languages of a page's fences after the plugin, and what it said. */
function plain(text: string) {
  const said: string[] = [];
  const tree = markdownTree(text, 'a.mdx');
  remarkPlainFences({ root: '/site', warn: (line) => { said.push(line); } })(tree, new VFile({ path: '/site/notes/cuda/a.mdx', value: text }));
  return { languages: tree.children.flatMap((node) => (node.type === 'code' ? [node.lang] : [])), said };
}

describe('remarkPlainFences', () => {
  it('leaves languages that have colours, none, and the spellings of other tools', () => {
    expect(plain('```ptx\nret;\n```\n\n```\nx\n```\n\n```sass\nEXIT\n```\n\n```C++\nint a;\n```\n\n```console\n$ ls\n```\n')).toEqual({
      languages: ['ptx', null, 'nvsass', 'c++', 'console'], said: [],
    });
  });

  it('shows others as they stand, and says where and what may be meant', () => {
    const { languages, said } = plain('# A\n\ntext\n\n```pyhton\nprint(1)\n```\n');
    expect(languages).toEqual(['txt']);
    expect(said).toEqual([expect.stringMatching(/^notes\/cuda\/a\.mdx:5:1: the fence is in "pyhton".*did you mean "python"/u)]);
  });
});
