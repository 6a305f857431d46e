import { describe, expect, it } from 'vitest';
import { placeAddress, reachPlace } from '../../src/kernel/kernel-place.ts';
import { readSiteServer, siteServerOf } from '../../src/kernel/site-server.ts';

describe('the server for everyone', () => {
  it('is none where no address is set', () => {
    expect(siteServerOf({})).toBeNull();
    expect(siteServerOf({ KERNEL_ADDRESS: '' })).toBeNull();
    expect(readSiteServer(null, 'https://notes.example')).toBeNull();
  });

  it('is a Jupyter server named by its address where no more is said', () => {
    expect(siteServerOf({ KERNEL_ADDRESS: 'https://gpu.example.org/' }))
      .toEqual({ kind: 'jupyter', address: 'https://gpu.example.org/', title: 'https://gpu.example.org/', spec: '' });
  });

  it('reaches the page as JSON, where a path becomes an address of the site', async () => {
    const built = siteServerOf({ KERNEL_KIND: 'gateway', KERNEL_ADDRESS: '/jupyter/', KERNEL_TITLE: 'Our GPUs' });
    const server = readSiteServer(JSON.stringify(built), 'https://notes.example');
    expect(server).toEqual({ kind: 'gateway', address: 'https://notes.example/jupyter/', title: 'Our GPUs', spec: '' });
    if (!server) throw new Error('there is no server');
    const place = { kind: 'site', token: '', server } as const;
    expect(placeAddress(place)).toBe('https://notes.example/jupyter/');
    expect(await reachPlace(place)).toEqual({ url: 'https://notes.example/jupyter/', token: '', kind: 'gateway' });
  });

  it.each([
    [{ KERNEL_ADDRESS: 'https://gpu.example.org/?token=abc' }, 'KERNEL_ADDRESS'],
    [{ KERNEL_ADDRESS: 'https://me:secret@gpu.example.org/' }, 'KERNEL_ADDRESS'],
    [{ KERNEL_ADDRESS: '//evil.example/' }, 'KERNEL_ADDRESS'],
    [{ KERNEL_ADDRESS: 'gpu.example.org' }, 'KERNEL_ADDRESS'],
    [{ KERNEL_ADDRESS: 'https://gpu.example.org/', KERNEL_KIND: 'colab' }, 'KERNEL_KIND'],
    [{ KERNEL_ADDRESS: 'https://mybinder.org/', KERNEL_KIND: 'binder' }, 'KERNEL_SPEC'],
  ])('is refused by the build: %j', (env, variable) => {
    expect(() => siteServerOf(env)).toThrow(variable);
  });
});
