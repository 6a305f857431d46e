import { describe, expect, it } from 'vitest';
import { colabAddress, publishedBranch } from '../../src/download/colab-link.ts';

describe('the address for Colab', () => {
  it('is that of the exported notebook in the branch that the site is published from', () => {
    const branch = publishedBranch({ NOTEBOOKS_REPOSITORY: 'https://github.com/someone/notes' });
    expect(branch && colabAddress(branch, 'cuda/warps', 'en')).toBe(
      'https://colab.research.google.com/github/someone/notes/blob/gh-pages/downloads/cuda/warps.ipynb',
    );
    const other = publishedBranch({ NOTEBOOKS_REPOSITORY: 'https://github.com/someone/notes.git/', NOTEBOOKS_BRANCH: 'site/live', NOTEBOOKS_FOLDER: '/public site/' });
    expect(other && colabAddress(other, 'cuda/warps', 'zh-cn')).toBe(
      'https://colab.research.google.com/github/someone/notes/blob/site/live/public%20site/downloads/zh-cn/cuda/warps.ipynb',
    );
  });

  it('is none where no repository is set, and an error that names the variable where it is none', () => {
    expect(publishedBranch({})).toBeNull();
    expect(publishedBranch({ NOTEBOOKS_REPOSITORY: '' })).toBeNull();
    for (const address of ['someone/notes', 'https://gitlab.com/someone/notes', 'https://github.com/someone', 'https://github.com/a/b/tree/main']) {
      expect(() => publishedBranch({ NOTEBOOKS_REPOSITORY: address })).toThrow(/^NOTEBOOKS_REPOSITORY: /u);
    }
    expect(() => publishedBranch({ NOTEBOOKS_REPOSITORY: 'https://github.com/a/b', NOTEBOOKS_BRANCH: ' ' })).toThrow(/^NOTEBOOKS_BRANCH: /u);
  });
});
