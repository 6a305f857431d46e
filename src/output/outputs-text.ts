import type { IOutput } from './output.ts';
import type { OutputLabels } from './labels.ts';
import { joinStreams } from './render-outputs.ts';
import { plainText } from './terminal-text.ts';

/** The outputs of a cell as text alone: streams and errors as a terminal shows them, else their text, or that there is a picture. */
export function outputsText(outputs: readonly IOutput[], labels: Pick<OutputLabels, 'image'>): string {
  return joinStreams(outputs).map((output) => outputText(output, labels).replace(/\n+$/u, '')).filter((text) => text !== '').join('\n');
}

function outputText(output: IOutput, { image }: Pick<OutputLabels, 'image'>): string {
  switch (output.output_type) {
    case 'stream': return plainText(output.text);
    case 'error': return plainText(output.traceback.join('\n')) || `${output.ename}: ${output.evalue}`;
    case 'display_data': case 'execute_result': {
      if (Object.keys(output.data).some((type) => type.startsWith('image/'))) return `[${image}]`;
      const text = output.data['text/plain'];
      return typeof text === 'string' ? plainText(text) : '';
    }
  }
}
