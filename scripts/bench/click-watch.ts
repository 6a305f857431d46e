import type { Page } from 'playwright-core';
import { BenchUnavailable } from './bench.ts';

/** Ends each cell that is watched: a line that no run has printed before, by which its last text is known. */
export const STAMP = 'import time; print("stamp", time.time_ns())';

export interface WatchedCell {
  /** Selectors: of the button that is clicked, and of the element in which the outputs come. */
  readonly button: string;
  readonly area: string;
}

/** Of one run, in milliseconds. */
export interface WatchedRun {
  /** From the moment when the page heard of the click: the stamp was in the document. */
  readonly inDocument: number;
  /** From the time of the click itself: the first task after a frame that had it. */
  readonly painted: number;
  /** The longest time between two frames, until `settleMs` after the stamp was painted. */
  readonly frameGap: number;
  /** The longest task of more than 50 ms in that time (W3C Long Tasks); 0 where there was none. */
  readonly longTask: number;
}

export interface WatchLimits {
  readonly settleMs: number;
  readonly timeoutMs: number;
}

/**
 * Clicks on Run and watches the page's outputs, frames and tasks, in the same way for every page: a MutationObserver on
 * the outputs, an animation frame callback in each frame, and a message sent from it, which comes after the frame was painted.
 * Rejects with a BenchUnavailable where the stamp does not come in time.
 */
export async function clickAndWatch(page: Page, cell: WatchedCell, limits: WatchLimits): Promise<WatchedRun> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new BenchUnavailable(`no last line in ${cell.area} within ${limits.timeoutMs / 1000} s of the click`));
  }, limits.timeoutMs);
  try {
    const watched = page.evaluate(watchInPage, { area: cell.area, settleMs: limits.settleMs });
    // By the mouse: a page of ours runs nothing for a click that a script has made.
    await Promise.race([page.click(cell.button, { timeout: limits.timeoutMs }), watched, late.promise]);
    return await Promise.race([watched, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Watches from the next click on. Runs in the page: it can use nothing of this file. */
function watchInPage({ area, settleMs }: { readonly area: string; readonly settleMs: number }): Promise<WatchedRun> {
  const place = document.querySelector(area);
  if (!place) throw new Error(`the page has no ${area}`);
  const stamp = (): string | undefined => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    // The end alone: reading all text at each change would be what is measured.
    for (let node = texts.lastChild(), seen = 0; node && seen < 20; node = texts.previousNode(), seen += 1) {
      const found = /stamp \d{19}/u.exec(node.nodeValue?.slice(-400) ?? '');
      if (found) return found[0];
    }
    return undefined;
  };
  return new Promise((resolve) => {
    const before = stamp();
    let frameGap = 0;
    let longTask = 0;
    let inDocument: number | null = null;
    let painted: number | null = null;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration, startTime } of list.getEntries()) if (startTime >= started) longTask = Math.max(longTask, duration);
    });
    tasks.observe({ type: 'longtask' });
    const changes = new MutationObserver(() => {
      const now = stamp();
      if (now === undefined || now === before) return;
      changes.disconnect();
      inDocument = performance.now() - heard;
    });
    changes.observe(place, { subtree: true, childList: true, characterData: true });
    const afterFrame = new MessageChannel();
    afterFrame.port1.onmessage = () => {
      if (inDocument === null || painted !== null) return;
      painted = performance.now() - started;
      setTimeout(end, settleMs);
    };
    let ended = false;
    const frame = (): void => {
      const now = performance.now();
      frameGap = Math.max(frameGap, now - lastFrame);
      lastFrame = now;
      afterFrame.port2.postMessage(null);
      if (!ended) requestAnimationFrame(frame);
    };
    const end = (): void => {
      ended = true;
      frameGap = Math.max(frameGap, performance.now() - lastFrame);
      tasks.disconnect();
      afterFrame.port1.close();
      resolve({ inDocument: inDocument ?? 0, painted: painted ?? 0, frameGap, longTask });
    };
    let started = Number.POSITIVE_INFINITY;
    let heard = started;
    let lastFrame = started;
    document.addEventListener('click', ({ timeStamp }) => {
      started = timeStamp;
      heard = performance.now();
      lastFrame = timeStamp;
      requestAnimationFrame(frame);
    }, { capture: true, once: true });
  });
}
