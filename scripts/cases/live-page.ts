import type { HarnessOptions, HarnessPage, HarnessSite } from './harness-site.ts';
import { PageDriver } from './page-driver.ts';
import type { TranscriptRun } from './transcript.ts';
import { TranscriptServer } from './transcript-server.ts';

/** A page with a server of a transcript behind it. */
export interface LivePage {
  readonly opened: HarnessPage;
  readonly server: TranscriptServer;
  readonly driver: PageDriver;
}

/** Opens a page, with a server that it finds as its local kernel, for as long as the work takes. */
export async function withLivePage<T>(
  site: HarnessSite, run: TranscriptRun, options: Omit<HarnessOptions, 'kernel'>, work: (live: LivePage) => Promise<T>,
): Promise<T> {
  const server = await TranscriptServer.start(run);
  try {
    const opened = await site.open({ ...options, kernel: { url: server.url, token: server.token } });
    try {
      return await work({ opened, server, driver: new PageDriver(opened) });
    } finally {
      await opened.context.close();
    }
  } finally {
    await server.stop();
  }
}
