import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';
import { buildServiceWorker } from './build-service-worker.ts';

/** Builds the service worker after everything else, with a manifest of all that the build wrote. Goes last. */
export function offline(): AstroIntegration {
  let base = '/';
  return {
    name: 'warpnotes-offline',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/u, '/');
      },
      'astro:build:done': async ({ dir, logger }) => {
        const files = await buildServiceWorker(fileURLToPath(dir), base, serverPath(process.env['KERNEL_ADDRESS']));
        logger.info(`${files} files are kept for offline reading`);
      },
    },
  };
}

/** A kernel server of the site's owner that is a path of the host itself (CONTRIBUTING.md); empty for one elsewhere. */
function serverPath(address = ''): string {
  return address.startsWith('/') ? address.replace(/\/?$/u, '/') : '';
}
