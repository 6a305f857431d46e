import { load as parseYaml, YAMLException } from 'js-yaml';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Reads a YAML file of the project into what a schema says. Throws with the file and the line or field that is wrong. */
export async function readYamlFile<T>(root: string, file: string, schema: z.ZodType<T>): Promise<T> {
  const result = schema.safeParse(yamlOf(await readFile(join(root, file), 'utf8'), file));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}

function yamlOf(text: string, file: string): unknown {
  try {
    return parseYaml(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    throw new Error(`${file}:${cause.mark.line + 1}:${cause.mark.column + 1}: ${cause.reason}`, { cause });
  }
}
