import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that can be cut, frozen, closed and led elsewhere. */
export interface Tunnel {
  readonly url: string;
  /** Heads of the requests that came, those for a WebSocket among them. */
  readonly requests: readonly string[];
  /** How often a WebSocket was asked for. */
  readonly upgrades: number;
  /** Breaks all connections; new ones are taken. */
  cut(): void;
  /** Breaks all connections and takes no new ones, until `reopen`. */
  close(): void;
  reopen(): void;
  /** The present WebSockets stay open, and nothing comes through them any more; new ones work. */
  freeze(): void;
  /** Requests are taken and come to nothing; the present WebSockets go on. */
  swallowRequests(): void;
  /** New connections lead to another server; the present ones break, all or all but the WebSockets. */
  leadTo(url: string, breaking?: 'all' | 'requests'): void;
  /** WebSockets are refused with this status; null lets them through again. */
  refuseUpgrades(status: number | null): void;
}

export async function startTunnel(url: string): Promise<Tunnel> {
  const tunnel = new TcpTunnel(url);
  await tunnel.listen();
  onTestFinished(() => { tunnel.end(); });
  return tunnel;
}

class TcpTunnel implements Tunnel {
  readonly requests: string[] = [];
  #target: URL;
  #state: 'open' | 'closed' | 'swallowing' = 'open';
  #refusal: number | null = null;
  readonly #upgraded = new Set<readonly [Socket, Socket]>();
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #server = createServer((near) => { this.#take(near); });

  constructor(url: string) {
    this.#target = new URL(url);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get upgrades(): number {
    return this.requests.filter((head) => /^upgrade: websocket/imu.test(head)).length;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  end(): void {
    this.#server.close();
    this.cut();
  }

  cut(): void {
    this.#break(this.#pairs);
  }

  close(): void {
    this.#state = 'closed';
    this.cut();
  }

  reopen(): void {
    this.#state = 'open';
  }

  freeze(): void {
    for (const pair of this.#upgraded) {
      for (const socket of pair) {
        socket.unpipe();
        socket.removeAllListeners('data').resume(); // taken from the wire and thrown away
      }
    }
  }

  swallowRequests(): void {
    this.#state = 'swallowing';
    this.#break(this.#pairs.difference(this.#upgraded));
  }

  leadTo(url: string, breaking: 'all' | 'requests' = 'all'): void {
    this.#target = new URL(url);
    this.#break(breaking === 'all' ? this.#pairs : this.#pairs.difference(this.#upgraded));
  }

  #break(pairs: ReadonlySet<readonly [Socket, Socket]>): void {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  }

  refuseUpgrades(status: number | null): void {
    this.#refusal = status;
  }

  #take(near: Socket): void {
    near.on('error', () => near.destroy());
    if (this.#state === 'closed') near.destroy();
    if (this.#state === 'swallowing') near.resume();
    if (this.#state !== 'open') return;
    const far = connect(Number(this.#target.port), this.#target.hostname);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('close', () => {
      this.#pairs.delete(pair);
      this.#upgraded.delete(pair);
      far.destroy();
    });
    far.on('close', () => near.destroy());
    near.on('data', (data) => {
      const head = /^[A-Z]+ \/\S* HTTP[\s\S]*?\r\n\r\n/u.exec(data.toString('latin1'))?.[0];
      if (head !== undefined) this.requests.push(head);
      const upgrades = head !== undefined && /^upgrade: websocket/imu.test(head);
      if (upgrades) this.#upgraded.add(pair);
      if (upgrades && this.#refusal !== null) {
        near.end(`HTTP/1.1 ${this.#refusal} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      } else {
        far.write(data);
      }
    });
    far.pipe(near);
  }
}
