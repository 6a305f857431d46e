import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { URLExt as OriginalURLExt } from '@jupyterlab/coreutils';
import { describe, expect, it, vi } from 'vitest';
import { slimKernelClient, STAND_INS } from '../../src/bundle/slim-kernel-client.ts';
import * as coreutils from '../../src/kernel/slim/coreutils.ts';
import * as lumino from '../../src/kernel/slim/lumino.ts';
import * as services from '../../src/kernel/slim/services.ts';

const standIns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'coreutils.ts': coreutils, 'lumino.ts': lumino, 'services.ts': services,
};
const require = createRequire(import.meta.url);
const library = dirname(require.resolve('@jupyterlab/services'));

/** The package's files that come with a kernel's connection: those that they require of their own, without the index. */
function filesOfKernel(): readonly string[] {
  const found = new Set(['kernel/default.js', 'kernel/messages.js', 'kernel/restapi.js', 'serverconnection.js']
    .map((file) => join(library, file)));
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/require\("(\.\.?\/[^"]+)"\)/gu)) found.add(join(dirname(file), `${path}.js`));
  }
  return [...found];
}

/** `URLExt.join` and the like: what a file takes from a module that it requires. */
function takenFrom(source: string, module: string): readonly string[] {
  const names = [...source.matchAll(/const (\w+) = (?:__importStar\()?require\("([^"]+)"\)/gu)].filter(([, , from]) => from === module).map(([, name = '']) => name);
  return names.flatMap((name) => [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+(?:\\.\\w+)?)`, 'gu'))].map(([, taken = '']) => taken));
}

describe('the Jupyter client of a page', () => {
  it.each(STAND_INS[0] ? Object.entries(STAND_INS[0].files) : [])('has in place of "%s" every name that its files take from it', (module, file) => {
    const taken = filesOfKernel().flatMap((path) => takenFrom(readFileSync(path, 'utf8'), module));
    expect(taken.length).toBeGreaterThan(0);
    const missing = [...new Set(taken)].filter((name) => {
      const [first = '', second] = name.split('.');
      const value = standIns[file]?.[first];
      // Of an object each member; the members of a class are its own.
      return value === undefined || (typeof value === 'object' && second !== undefined && !(second in (value as object)));
    });
    expect(missing).toEqual([]);
  });

  it('has every name that the signals take from Lumino', () => {
    const source = readFileSync(join(dirname(require.resolve('@lumino/signaling')), 'index.es6.js'), 'utf8');
    const named = [...source.matchAll(/import \{([^}]+)\} from '@lumino\/(?:coreutils|algorithm)'/gu)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in lumino))).toEqual([]);
    const members = [...new Set([...source.matchAll(/ArrayExt\.(\w+)/gu)].map(([, member = '']) => member))];
    expect(members.filter((member) => !(member in lumino.ArrayExt))).toEqual([]);
  });

  it('is changed in what is bundled for the browser alone', () => {
    const { applyToEnvironment, resolveId } = slimKernelClient();
    expect(['client', 'ssr', 'prerender', 'astro'].filter((name) => applyToEnvironment({ name }))).toEqual(['client']);
    expect(resolveId('@jupyterlab/services', '/x/src/kernel/jupyter-kernel.ts')).toMatch(/\/src\/kernel\/slim\/services\.ts$/u);
    expect(resolveId('..', '/x/node_modules/@jupyterlab/services/lib/kernel/default.js')).toMatch(/\/src\/kernel\/slim\/services\.ts$/u);
    expect(resolveId('..', '/x/node_modules/another/lib/default.js')).toBeUndefined();
    expect(resolveId('@lumino/coreutils', undefined)).toBeUndefined();
  });
});

describe('the stand-in for the parsers of addresses', () => {
  const addresses: readonly (readonly [string, ...string[]])[] = [
    ['http://127.0.0.1:8888/', 'api/kernels'],
    ['https://hub.example/user/ada%20l/', 'api/kernels', 'a-b'],
    ['ws://127.0.0.1:8888/', 'api/kernels', 'a-b'],
    ['wss://gpu.example/prefix', 'api/kernels', 'a-b', 'interrupt'],
    ['ws://h.example:1/p/api/kernels/a-b', 'channels?session_id=c%2Fd'],
  ];

  it.each(addresses)('joins %s and its segments as the original does', (base, ...segments) => {
    expect(coreutils.URLExt.join(base, ...segments)).toBe(OriginalURLExt.join(base, ...segments));
  });

  it('normalises and reads hosts as the original does', () => {
    vi.stubGlobal('location', new URL('https://notes.example/cuda/'));
    expect(coreutils.URLExt.normalize('http://127.0.0.1:8888')).toBe('http://127.0.0.1:8888/');
    expect(coreutils.URLExt.normalize(undefined)).toBe('');
    expect(coreutils.URLExt.getHostName('wss://gpu.example:9/x')).toBe(OriginalURLExt.getHostName('wss://gpu.example:9/x'));
    expect([coreutils.PageConfig.getBaseUrl(), coreutils.PageConfig.getWsUrl()]).toEqual(['https://notes.example/', 'wss://notes.example/']);
    vi.unstubAllGlobals();
  });
});

describe('the stand-in for Lumino', () => {
  it('makes ids of version 4, each another', () => {
    const ids = Array.from({ length: 100 }, () => lumino.UUID.uuid4());
    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(100);
  });

  it('finds and removes items in place', () => {
    const items = [1, 2, 3, 4];
    expect([lumino.find(items, (item) => item > 2), lumino.find(items, (item) => item > 9)]).toEqual([3, undefined]);
    expect([lumino.ArrayExt.removeAllWhere(items, (item) => item % 2 === 0), items]).toEqual([2, [1, 3]]);
  });

  it('disposes once, and is disposed of by then', () => {
    const states: boolean[] = [];
    const delegate: lumino.DisposableDelegate = new lumino.DisposableDelegate(() => { states.push(delegate.isDisposed); });
    expect(delegate.isDisposed).toBe(false);
    delegate.dispose();
    delegate.dispose();
    expect(states).toEqual([true]);
  });

  it('settles a promise from outside', async () => {
    const one = new lumino.PromiseDelegate<number>();
    one.resolve(1);
    await expect(one.promise).resolves.toBe(1);
    const two = new lumino.PromiseDelegate<number>();
    two.reject(new Error('no'));
    await expect(two.promise).rejects.toThrow('no');
  });
});
