import type { PageEffects } from '../kernel/server-request.ts';

/** What the page sees of a connection that fails, for `accessServer`. */
export function pageEffects(): PageEffects {
  return { origin: location.origin, loadsImage, networkPermission, policyBlocks };
}

function loadsImage(url: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.onload = () => { resolve(true); };
  image.onerror = () => { resolve(false); };
  signal.addEventListener('abort', () => {
    resolve(false);
    image.src = '';
  }, { once: true });
  image.src = url;
  return promise;
}

/** Chromium's permissions for requests from public sites to this computer or its network: the older name, then the newer ones. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access'];

async function networkPermission(): Promise<'granted' | 'denied' | 'prompt' | 'unknown'> {
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
async function policyBlocks(url: string): Promise<boolean> {
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
