import { describe, expect, it } from 'vitest';
import { compilerNotice } from '../../scripts/compiler-notice.ts';

describe('compilerNotice', () => {
  it('is silent on Linux, where nvcc is installed', () => {
    expect(compilerNotice('linux')).toBeNull();
  });

  it.each([['darwin', 'macOS'], ['win32', 'Windows'], ['freebsd', 'freebsd']] as const)('on %s says in one line that CUDA cells need a server', (platform, name) => {
    const notice = compilerNotice(platform);
    expect(notice).toContain(`CUDA cells need a server: npm start has no nvcc for ${name}.`);
    expect(notice).not.toContain('\n');
  });
});
