import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Version of a package as it is installed in the checkout. Throws where it is not. */
export function installedVersion(root: string, name: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))).version;
}
