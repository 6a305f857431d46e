const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MS = 120;
const PLAIN_NEWS_MS = 15_000;

/** One thing being done. `done`, `failed` and `dropped` end it, each with a line that stays. */
export interface Step {
  /** What is happening in it now, a few words. */
  detail(text: string): void;
  done(text: string): void;
  failed(text: string): void;
  /** Ends it without a line: the work was given up. */
  dropped(): void;
}

export interface StepLines {
  begin(title: string): Step;
  /** A line that stays, above the steps under way. */
  say(text: string): void;
  /** Ends the drawing; steps under way are dropped. */
  close(): void;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): boolean;
}

interface Running {
  readonly title: string;
  readonly since: number;
  detail: string;
  nextNews: number;
}

/**
 * Shows the steps under way, several at once. On a terminal they are redrawn in place with their seconds; elsewhere
 * each is a line when it begins and when it ends, and one every 15 s between, so that a log says what takes so long.
 */
export function createStepLines(screen: Screen = process.stdout, now: () => number = () => performance.now()): StepLines {
  const running = new Set<Running>();
  let drawn = 0;
  let frame = 0;

  const erase = () => {
    if (drawn === 0) return;
    screen.write(`\x1b[${drawn}A\x1b[J`); // up to the first of them, then clear to the end (ECMA-48 CUU, ED)
    drawn = 0;
  };
  const draw = () => {
    if (!screen.isTTY) return;
    for (const step of running) {
      screen.write(`${fit(`${FRAMES[frame % FRAMES.length] ?? ''} ${progress(step, now())}`, screen.columns)}\n`);
      drawn += 1;
    }
  };
  const say = (text: string) => {
    erase();
    screen.write(`${text}\n`);
    draw();
  };
  const tick = () => {
    frame += 1;
    if (screen.isTTY) {
      erase();
      draw();
      return;
    }
    for (const step of running) {
      if (now() < step.nextNews) continue;
      step.nextNews += PLAIN_NEWS_MS;
      say(`  ${progress(step, now())}`);
    }
  };
  const timer = setInterval(tick, FRAME_MS);
  timer.unref();

  const begin = (title: string): Step => {
    const step: Running = { title, since: now(), detail: '', nextNews: now() + PLAIN_NEWS_MS };
    running.add(step);
    if (screen.isTTY) {
      erase();
      draw();
    } else say(`  ${title}`);
    const end = (line: string) => {
      if (running.delete(step)) say(line);
    };
    return {
      detail: (text) => {
        step.detail = text;
      },
      done: (text) => end(`✓ ${text} (${seconds(now() - step.since)})`),
      failed: (text) => end(`✗ ${text}`),
      dropped: () => running.delete(step),
    };
  };
  const close = () => {
    clearInterval(timer);
    running.clear();
    erase();
  };
  return { begin, say, close };
}

function progress(step: Running, time: number): string {
  return `${step.title}, ${seconds(time - step.since)}${step.detail === '' ? '' : `: ${step.detail}`}`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function fit(text: string, columns: number | undefined): string {
  const width = columns === undefined || columns === 0 ? 80 : columns; // 0: a terminal that does not know its size
  return text.length < width ? text : `${text.slice(0, Math.max(0, width - 2))}…`;
}
