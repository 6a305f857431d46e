import { join } from 'node:path';
import { startSiteServer } from './scripts/site-server.ts';
import { launchChromium } from './scripts/chromium.ts';
import { axeViolations } from './test/support/axe-violations.ts';
const site = await startSiteServer({ directory: join(process.cwd(), 'dist'), base: '/', port: 0, localKernel: () => null });
const b = await launchChromium();
const list = process.argv.slice(2).map((x) => x.split('@'));
for (const [path = '', width = '1440', scheme = 'light', full = ''] of list) {
  const c = await b.newContext({ viewport: { width: +width, height: 900 }, colorScheme: scheme as 'light', serviceWorkers: 'block', reducedMotion: 'reduce' });
  const p = await c.newPage(); await p.goto(site.origin + path, { waitUntil: 'networkidle' });
  const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const axe = await axeViolations(p);
  const name = `/tmp/shots/${path.replace(/[/#]/g, '_')}-${width}-${scheme}.png`;
  await p.screenshot({ path: name, fullPage: full === 'full' });
  console.log(name, 'overflow', over, axe.length ? axe : '');
  await c.close();
}
await b.close(); await site.stop(); process.exit(0);
