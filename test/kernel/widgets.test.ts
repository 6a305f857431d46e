import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { KernelSession } from '../../src/kernel/kernel-session.ts';
import type { IOutput } from '../../src/output/output.ts';
import { emptyOutputs, reduceOutputs } from '../../src/output/reduce-outputs.ts';
import { foldWidgets, WIDGET_MIME_TYPE, widgetModelId, type WidgetStates } from '../../src/output/widget-state.ts';
import { widgetText, widgetTree } from '../../src/output/widget-tree.ts';
import { startSession } from './support/jupyter-server.ts';
import { type RealServer, startJupyter } from './support/real-server.ts';

let server: RealServer;

beforeAll(async () => {
  // The client's log of each status.
  for (const method of ['debug', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  server = await startJupyter('real');
}, 240_000);

afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

/** Runs code and gives the texts that its widgets showed one after the other, and the outputs. */
async function shownBy(session: KernelSession, code: string) {
  let state = emptyOutputs;
  let widgets: WidgetStates = new Map();
  const shown: string[] = [];
  const { outcome } = await session.execute(code, {
    message: (message) => {
      state = reduceOutputs(state, message);
      widgets = foldWidgets(widgets, message);
      const text = state.outputs.map((output) => textOf(output, widgets)).join('\n');
      if (text !== shown.at(-1)) shown.push(text);
    },
  });
  return { outcome, shown, outputs: state.outputs };
}

function textOf(output: IOutput, widgets: WidgetStates): string {
  if (output.output_type === 'stream') return output.text;
  const id = 'data' in output ? widgetModelId(output.data[WIDGET_MIME_TYPE]) : undefined;
  const node = id === undefined ? undefined : widgetTree(widgets, id);
  return node ? widgetText(node) : node === null ? '(closed)' : '(unknown)';
}

it('shows the bars of tqdm.notebook as they move, to their end', async () => {
  const session = await startSession({ server });
  const code = 'import time\nfrom tqdm.notebook import tqdm\nfor step in tqdm(range(5), desc="epoch"): time.sleep(0.15)';
  const { outcome, shown } = await shownBy(session, code);
  expect(outcome).toBe('ok');
  expect(shown.some((text) => /epoch:\s+[2468]0% \|█{2,8} +\| [1-4]\/5/u.test(text)), shown.join('\n')).toBe(true);
  expect(shown.at(-1)).toMatch(/epoch:\s+100%\s\|█{10}\|\s+5\/5\s\[/u);
});

it('takes a bar that does not stay away when it ends', async () => {
  const session = await startSession({ server });
  const { shown } = await shownBy(session, 'from tqdm.notebook import tqdm\nfor step in tqdm(range(3), leave=False): pass\nprint("done")');
  expect(shown.at(-1)).toMatch(/^\(closed\)\n+done/u);
});

it('shows boxes, labels, HTML and controls by what they are set to', async () => {
  const session = await startSession({ server });
  const code = `import ipywidgets as w
label, slider = w.Label(value='step 1'), w.IntSlider(value=3, description='tiles')
w.VBox([w.HBox([label, w.HTML(value='<b>bold</b>')]), slider, w.Dropdown(options=['fp16', 'fp32'], value='fp32', description='type'),
        w.Checkbox(value=True, description='fast'), w.IntProgress(value=5, max=10, bar_style='info')])`;
  const first = await shownBy(session, code);
  expect(first.shown.at(-1)).toBe('step 1 bold\ntiles 3\ntype fp32\nfast ☑\n|█████     |');
  const output = first.outputs[0];
  expect(output?.output_type === 'execute_result' && output.data['text/plain']).toMatch(/^VBox\(/u);
});
