/*
 * What a page finds out about a request that failed. Loaded where one does (`page-effects.ts`).
 */

/** In a frame of its own: a page of the site may load pictures of no other host. */
export function loadsImage(url: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = `${import.meta.env.BASE_URL.replace(/\/?$/u, '/')}output-frame/probe.html`;
  frame.addEventListener('load', () => { frame.contentWindow?.postMessage(url, '*', [port2]); }, { once: true });
  port1.onmessage = ({ data }) => { resolve(data === true); };
  signal.addEventListener('abort', () => { resolve(false); }, { once: true });
  document.body.append(frame);
  return promise.finally(() => {
    port1.close();
    frame.remove();
  });
}

/** Chromium's permissions for requests from public sites to this computer or its network: the older name, then the newer ones. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

export async function networkPermission(): Promise<'granted' | 'denied' | 'prompt' | 'unknown'> {
  const states = await Promise.all(PERMISSIONS.map(async (name) => {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      return 'unknown'; // a TypeError: this browser has no such permission
    }
  }));
  return (['denied', 'prompt', 'granted'] as const).find((state) => states.includes(state)) ?? 'unknown';
}

/** Sends what any server gets, and listens whether the page's policy stops it. */
export async function policyBlocks(url: string): Promise<boolean> {
  let blocked = false;
  const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src' && url.startsWith(new URL(blockedURI, url).origin)) blocked = true;
  };
  document.addEventListener('securitypolicyviolation', listen);
  const init: RequestInit = { mode: 'no-cors', method: 'HEAD', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(2000) };
  try {
    await fetch(url, init).catch(() => undefined); // what else may be wrong is not asked here
    // The event is a task of its own, after the one in which the request fails.
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    document.removeEventListener('securitypolicyviolation', listen);
  }
  return blocked;
}
