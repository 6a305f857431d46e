import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { runScript } from './project-script.ts';

it('npm run kernel says that its port is taken before it makes anything, and how to name another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { status, stdout, stderr } = await runScript('kernel.ts', projectRoot, ['--origin', 'http://127.0.0.1:4321', '--port', String(port)]);
  expect(status).toBe(1);
  expect(stdout).toEqual([]);
  expect(stderr).toBe(`Port ${port} of 127.0.0.1 is taken, or not yours to use. Give another one with --port.`);
});
