import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { precacheManifest } from './precache-manifest.ts';

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
        const directory = fileURLToPath(dir);
        const manifest = await precacheManifest(directory, base);
        await build({
          entryPoints: [fileURLToPath(new URL('./service-worker.ts', import.meta.url))],
          outfile: `${directory}sw.js`,
          bundle: true,
          minify: true,
          format: 'iife',
          target: 'es2022',
          define: {
            __PRECACHE__: JSON.stringify(manifest),
            __NOT_FOUND__: JSON.stringify(`${base}404.html`),
            'process.env.NODE_ENV': '"production"',
          },
        });
        logger.info(`${manifest.length} files are kept for offline reading`);
      },
    },
  };
}
