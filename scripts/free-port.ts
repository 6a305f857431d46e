import { createServer, type Server } from 'node:net';

const TRIES = 50;

/** Makes `server` listen on `ip`: on `port`, or where that is taken on the next free one. Resolves with the port. */
export async function listenFrom(server: Server, port: number, ip: string): Promise<number> {
  for (let candidate = port; candidate < port + TRIES; candidate += 1) {
    if (await tryListen(server, candidate, ip)) return candidate;
  }
  throw new Error(`No free port on ${ip} from ${port} to ${port + TRIES - 1}. Give another one with --port.`);
}

/** A port of `ip` that nothing listens on now. Another process may take it before it is used. */
export async function findFreePort(ip: string): Promise<number> {
  const server = createServer();
  await tryListen(server, 0, ip);
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error(`No port could be opened on ${ip}.`);
  return address.port;
}

/** Whether nothing listens on a port of `ip` now. Another process may take it before it is used. */
export async function isPortFree(port: number, ip: string): Promise<boolean> {
  const server = createServer();
  const isFree = await tryListen(server, port, ip);
  if (isFree) await new Promise((resolve) => server.close(resolve));
  return isFree;
}

/** False when the port is taken or not ours to take; any other failure rejects. */
function tryListen(server: Server, port: number, ip: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(new Error(`Cannot listen on ${ip}:${port}: ${error.message}`, { cause: error }));
    };
    server.once('error', refused);
    server.listen(port, ip, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
}
