import { OutputFormatError, parseOutput, type IOutput } from '../output/output.ts';
import type { AnyCell, AnyNotebook } from './any-notebook.ts';
import { fieldError, type FieldFault } from './notebook-problems.ts';

/** Names of nbformat 3 and their MIME types: https://github.com/jupyter/nbformat/blob/main/nbformat/v4/convert.py */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  text: 'text/plain', html: 'text/html', svg: 'image/svg+xml', png: 'image/png', jpeg: 'image/jpeg', latex: 'text/latex',
  json: 'application/json', javascript: 'application/javascript', pdf: 'application/pdf',
};

/** Types of nbformat 3, and one that is sent and not stored. */
const OLD_TYPES: Readonly<Record<string, string>> = {
  pyout: 'execute_result', pyerr: 'error', update_display_data: 'display_data',
};

/** What an output of any file has around its data. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['output_type', 'metadata', 'execution_count', 'prompt_number', 'data', 'transient']);

/**
 * The outputs of a code cell. What is harmless is mended: names of nbformat 3, a stream without a name, a traceback in one piece.
 * Throws a NotebookError that names each output that cannot be read, and its field.
 */
export function cellOutputs(cell: AnyCell, { text, isLater }: Pick<AnyNotebook, 'text' | 'isLater'>, file: string): readonly IOutput[] {
  const faults: FieldFault[] = [];
  const outputs = cell.outputs.flatMap((output, index): readonly IOutput[] => {
    try {
      return [parseOutput(mended(output, isLater))];
    } catch (error) {
      if (!(error instanceof OutputFormatError)) throw error;
      faults.push(faultOf(output, error, [...cell.path, 'outputs', index]));
      return [];
    }
  });
  if (faults.length > 0) throw fieldError(faults, text, file);
  return outputs;
}

const TYPES = 'stream, display_data, execute_result and error are';

function faultOf(output: unknown, error: OutputFormatError, path: readonly (string | number)[]): FieldFault {
  if (!isRecord(output)) return { path: [...path], message: `is no output: ${JSON.stringify(output).slice(0, 40)}` };
  if (!('output_type' in output)) return { path: [...path, 'output_type'], message: `is missing: ${TYPES} known` };
  const [, field = '', message = ''] = /"([^"]+)": (.*)\. Check/su.exec(error.message) ?? [];
  if (field === 'output_type') return { path: [...path, field], message: `${JSON.stringify(output['output_type'])} is not known: ${TYPES}` };
  const parts = field.split('.').map((part) => (/^\d+$/u.test(part) ? Number(part) : part));
  return { path: [...path, ...parts], message };
}

/** @param isLater of an output of a new type it is said that there is one, which the page cannot show */
function mended(output: unknown, isLater: boolean): unknown {
  if (!isRecord(output)) return output;
  const { output_type } = output;
  const type = typeof output_type === 'string' ? OLD_TYPES[output_type] ?? output_type : output_type;
  switch (type) {
    case 'stream': {
      const name = output['name'] ?? output['stream'];
      return { ...output, output_type: type, name: name === 'stderr' ? name : 'stdout', text: output['text'] ?? '' };
    }
    case 'display_data':
    case 'execute_result':
      return {
        ...output, output_type: type, data: 'data' in output ? output['data'] ?? {} : oldData(output),
        execution_count: integer(output['execution_count'] ?? output['prompt_number']),
        metadata: isRecord(output['metadata']) ? output['metadata'] : {},
      };
    case 'error': {
      const { traceback } = output;
      return { ...output, output_type: type, traceback: typeof traceback === 'string' ? [traceback] : traceback };
    }
  }
  return isLater && typeof type === 'string' ? { output_type: 'display_data', data: { [type]: null } } : output;
}

/** The data that nbformat 3 has beside the other fields. */
function oldData(output: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(output).filter(([key]) => !OWN_FIELDS.has(key));
  return Object.fromEntries(entries.map(([key, value]) => {
    const mimeType = SHORT_NAMES[key] ?? key;
    return [mimeType, mimeType === 'application/json' ? parsedJson(value) : value];
  }));
}

/** There JSON is text. What is none stays as it is. */
function parsedJson(value: unknown): unknown {
  const text = Array.isArray(value) ? value.join('') : value;
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

const integer = (value: unknown): number | null => (Number.isInteger(value) ? Number(value) : null);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
