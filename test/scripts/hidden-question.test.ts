import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askHidden } from '../../scripts/hidden-question.ts';

function terminal() {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const controller = new AbortController();
  const answer = askHidden('Token: ', { input, output, signal: controller.signal });
  return { input, answer, controller, shown: () => output.read() as string };
}

describe('askHidden', () => {
  it('takes a line, corrections and all, and shows nothing of it', async () => {
    const { input, answer, shown } = terminal();
    input.write('secretx\u007f-word\r');
    expect(await answer).toBe('secret-word');
    expect(shown()).toBe('Token: \n');
  });

  it('ends when the input does, and when it is aborted', async () => {
    const closed = terminal();
    closed.input.end();
    await expect(closed.answer).rejects.toThrow('No answer was given.');
    const aborted = terminal();
    aborted.controller.abort();
    await expect(aborted.answer).rejects.toThrow();
  });
});
