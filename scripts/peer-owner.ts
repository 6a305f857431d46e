import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const LOOPBACK = '0100007F'; // 127.0.0.1, in the byte order of /proc/net/tcp on little-endian machines

export type PeerOwner = 'same-user' | 'another-user' | 'unknown';

/**
 * Whose process is at the other end of an IPv4 loopback connection. Headers prove nothing on a machine that several
 * people share: any of them can send any header. Linux lists the owner of every socket in /proc/net/tcp (proc(5));
 * elsewhere the answer is `unknown`. Root counts as the same user: it can read this process's memory anyway.
 */
export async function peerOwner(socket: Socket, table: () => Promise<string> = readTable): Promise<PeerOwner> {
  const { remotePort, localPort } = socket;
  const own = process.getuid?.();
  if (own === undefined || remotePort === undefined || localPort === undefined) return 'unknown';
  const uid = findOwner(await table(), remotePort, localPort);
  if (uid === undefined) return 'unknown';
  return uid === own || uid === 0 ? 'same-user' : 'another-user';
}

/** The uid of the socket bound to 127.0.0.1:`from` and connected to 127.0.0.1:`to`, in the text of /proc/net/tcp. */
export function findOwner(table: string, from: number, to: number): number | undefined {
  const ends = `${LOOPBACK}:${hexPort(from)} ${LOOPBACK}:${hexPort(to)}`;
  const row = table.split('\n').find((line) => line.includes(ends));
  const uid = row?.trim().split(/\s+/)[7];
  return uid === undefined ? undefined : Number(uid);
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}

async function readTable(): Promise<string> {
  if (process.platform !== 'linux') return '';
  return readFile('/proc/net/tcp', 'utf8').catch(() => ''); // a sandbox without it: the owner stays unknown
}
