import { z } from 'zod';
import { parseRecordedNotebook } from '../../src/notebook/recorded-notebook.ts';
import { count } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import type { HarnessPage, HarnessSite } from './harness-site.ts';
import { withLivePage } from './live-page.ts';
import { outputCells, outputRun, printing } from './output-run.ts';
import { TranscriptPlayer } from './transcript-player.ts';
import { TranscriptServer } from './transcript-server.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const autoRunInput = z.object({
  urls: z.array(z.string()),
  notebook_metadata: z.record(z.string(), z.unknown()).default({}),
  outputs: z.array(z.record(z.string(), z.unknown())).default([]),
  mdx: z.string().default(''),
});
type AutoRunInput = z.infer<typeof autoRunInput>;

/** Time for a page to do what nobody asked it for. */
const IDLE_MS = 700;

/** Opens a real page by each address, with a server at hand, and clicks as scripts do: nothing may connect or run. */
export async function checkAutoRun({ assert }: Pick<HardCase, 'assert'>, input: AutoRunInput, site: HarnessSite): Promise<Verdict> {
  const failures = [
    ...(await addressFailures(input, assert, site)), ...(await outputFailures(input, site)), ...metadataFailures(input.notebook_metadata),
  ];
  const note = input.mdx === '' ? '' : `${input.mdx}: a Cell of a note takes no word on when it runs`;
  return verdictOf(failures, unknownKeys(assert, ['run_started', 'connects']), note);
}

async function addressFailures({ urls }: AutoRunInput, assert: HardCase['assert'], site: HarnessSite): Promise<readonly string[]> {
  const server = await TranscriptServer.start(outputRun([]));
  const opened = await site.blank({ kernel: { url: server.url, token: server.token }, strangers: 'note' });
  const most = count(assert, 'connects') ?? 0;
  const failures: string[] = [];
  try {
    for (const url of urls) {
      const path = url.replace(/^\/notes\/[^/?#]+\//u, site.notePath);
      for (const [how, act] of [['opening', () => Promise.resolve()], ['synthetic clicks on', () => clickAsScript(opened)]] as const) {
        await opened.page.goto('about:blank');
        await opened.page.goto(site.origin + path, { waitUntil: 'networkidle' });
        await act();
        await opened.page.waitForTimeout(IDLE_MS);
        const connects = server.counts.http_requests + server.counts.upgrade_requests;
        if (connects > most) failures.push(`${how} ${url} connected`);
        if (server.received.length > 0) failures.push(`${how} ${url} ran a cell`);
        if (opened.strangers.length > 0) failures.push(`${how} ${url} asked for ${opened.strangers.join(', ')}`);
      }
    }
    return failures;
  } finally {
    await opened.context.close();
    await server.stop();
  }
}

/** What a script can do to every control of a page: its events are not trusted. */
async function clickAsScript({ page }: HarnessPage): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('run-cell button, kernel-bar button')) {
      button.click();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
    for (const cell of document.querySelectorAll('run-cell')) {
      cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
      cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }));
    }
  });
}

/** Outputs that try to start a run, in a page that is connected. */
async function outputFailures({ outputs }: AutoRunInput, site: HarnessSite): Promise<readonly string[]> {
  const cells = printing(outputs.map((data) => [{ output_type: 'display_data', data, metadata: {} }]));
  const run = outputRun(cells);
  return withLivePage(site, run, { cells: outputCells(cells), strangers: 'refuse' }, async ({ server, driver }) => {
    const player = new TranscriptPlayer(run, server, driver, new Set());
    await player.play();
    await driver.painted();
    await driver.page.waitForTimeout(IDLE_MS);
    const more = server.received.length - outputs.length;
    return [...player.failures, ...(more > 0 ? [`${more} runs were started by outputs`] : [])];
  });
}

/** What a recording keeps of a notebook's metadata: nothing that it does not know. */
function metadataFailures(metadata: Readonly<Record<string, unknown>>): readonly string[] {
  const environment = {
    gpuName: null, gpuCount: 0, computeCapability: null, gpuMemoryMiB: null, driverVersion: null, cudaVersion: null, nvccRelease: null,
    hostCompiler: null, pythonVersion: '3.12.0', torchVersion: null, recordedAt: '2026-01-01T00:00:00.000Z',
  };
  const warpnotes = { ...(metadata['warpnotes'] as object | undefined), version: 1, environment };
  const cell = { id: 'a', source: '1', outputs: [], metadata: { ...metadata, warpnotes: { digest: '', seconds: 0 } } };
  const read = JSON.stringify(parseRecordedNotebook(JSON.stringify({ nbformat: 4, metadata: { ...metadata, warpnotes }, cells: [cell] }), 'case.ipynb'));
  return /autorun|on-load/u.test(read) ? [`the recording keeps ${read}`] : [];
}
