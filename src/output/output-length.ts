import type { IOutput } from './output.ts';

/** Lines that a panel of outputs shows without scrolling (`cell.css`). */
const PANEL_LINES = 26;

/** Whether recorded outputs have more lines of text than their panel shows at once. */
export function isLong(outputs: readonly IOutput[]): boolean {
  return outputs.reduce((lines, output) => lines + textOf(output).split('\n').length - 1, 0) > PANEL_LINES;
}

function textOf(output: IOutput): string {
  if (output.output_type === 'stream') return output.text;
  if (output.output_type === 'error') return `${output.traceback.join('\n')}\n`;
  const { 'text/plain': plain, 'text/html': html } = output.data;
  // What is shown in place of plain text has a height of its own.
  return typeof plain === 'string' && html === undefined ? `${plain}\n` : '';
}
