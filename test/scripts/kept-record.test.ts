import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { keptRecord } from '../../scripts/kept-record.ts';
import { temporaryRoot } from './temporary-root.ts';

it('a record that is missing, cut off or of another shape is none', async () => {
  const file = join(await temporaryRoot(), 'build.json');
  const schema = z.object({ inputs: z.string() });
  expect(await keptRecord(file, schema)).toBeUndefined();
  for (const text of ['', '{"inputs":"a', '{"inputs":1}', 'null']) {
    await writeFile(file, text);
    expect(await keptRecord(file, schema), text).toBeUndefined();
  }
  await writeFile(file, '{"inputs":"a"}');
  expect(await keptRecord(file, schema)).toEqual({ inputs: 'a' });
});
