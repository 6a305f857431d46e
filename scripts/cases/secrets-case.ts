import { inspect } from 'node:util';
import { z } from 'zod';
import { accessServer } from '../../src/kernel/server-access.ts';
import { errorAdvice } from '../../src/kernel/error-advice.ts';
import { factsOf } from '../../src/kernel/kernel-error.ts';
import { parseServerAddress } from '../../src/kernel/server-address.ts';
import { formatRecordedNotebook, type NoteRecording } from '../../src/notebook/recorded-notebook.ts';
import { cleanText, writableRecording } from '../../src/notebook/secrets.ts';
import type { IOutput } from '../../src/output/output.ts';
import { findFreePort } from '../free-port.ts';
import { texts } from './assert-values.ts';
import type { HardCase } from './case-file.ts';
import { unknownKeys, verdictOf, type Verdict } from './verdict.ts';

export const secretsInput = z.object({
  token: z.string(),
  outputs_before_export: z.array(z.string()),
  notebook_metadata: z.record(z.string(), z.unknown()).default({}),
});
type SecretsInput = z.infer<typeof secretsInput>;

const MACHINE = {
  gpuName: null, gpuCount: 0, computeCapability: null, gpuMemoryMiB: null, driverVersion: null, cudaVersion: null, nvccRelease: null,
  hostCompiler: null, pythonVersion: '3.12.0', torchVersion: null, recordedAt: '2026-01-01T00:00:00.000Z',
};

/** Records the outputs, writes them and reports an error of their server, and looks for the texts that must be nowhere. */
export async function checkSecrets({ assert }: Pick<HardCase, 'assert'>, input: SecretsInput): Promise<Verdict> {
  const excluded = [...new Set([input.token, ...texts(assert, 'text_excludes_everywhere')])];
  const recording = recordingOf(input);
  const failures: string[] = [];
  const look = (place: string, text: string): void => {
    failures.push(...excluded.filter((secret) => text.includes(secret)).map((secret) => `${secret} is in ${place}`));
  };
  const written = write(recording, input.token, 'refuse');
  if (written.kind === 'written') failures.push('the recorder writes secrets without being asked to');
  look('what the recorder says', written.text);
  look('a notebook that is written all the same', write(recording, input.token, 'allow').text);
  look('what the recorder prints of a failed cell', cleanText(input.outputs_before_export.join('\n'), input.token));
  for (const [place, text] of Object.entries(await errorReport(input))) look(place, text);
  return verdictOf(failures, unknownKeys(assert, ['text_excludes_everywhere']));
}

/** The texts as streams, as the result of a cell and as an error; and a table of the notebook's metadata as JSON. */
function recordingOf({ outputs_before_export, notebook_metadata }: SecretsInput): NoteRecording {
  const outputs = outputs_before_export.flatMap((text): readonly IOutput[] => [
    { output_type: 'stream', name: 'stderr', text: `${text}\n` },
    { output_type: 'display_data', data: { 'text/html': `<p>${text}</p>`, 'application/json': { text } }, metadata: notebook_metadata },
    { output_type: 'error', ename: 'Error', evalue: text, traceback: [text] },
  ]);
  return { environment: MACHINE, cells: [{ id: 'export', digest: '', code: '1', outputs, seconds: 0 }] };
}

function write(recording: NoteRecording, token: string, secrets: 'refuse' | 'allow'): { readonly kind: 'written' | 'refused'; readonly text: string } {
  try {
    return { kind: 'written', text: formatRecordedNotebook(writableRecording(recording, { token, secrets })) };
  } catch (error) {
    return { kind: 'refused', text: error instanceof Error ? error.message : String(error) };
  }
}

/** What there is to copy of an error, and to read in a console, where the server of the token does not answer. */
async function errorReport({ token }: SecretsInput): Promise<Readonly<Record<string, string>>> {
  const server = parseServerAddress(`http://127.0.0.1:${await findFreePort('127.0.0.1')}/lab?token=${token}`);
  const error: unknown = await accessServer(server).then(() => new Error('a server answered on a free port'), (reason: unknown) => reason);
  return {
    'the error': inspect(error, { depth: 8 }),
    'the facts that the page keeps': JSON.stringify(factsOf(error)),
    'the advice on it': JSON.stringify([errorAdvice(factsOf(error), 'en'), errorAdvice(factsOf(error), 'zh-cn')]),
    'the address': server.url,
  };
}
