import * as v from 'valibot';

const specsSchema = v.object({
  default: v.optional(v.string()),
  kernelspecs: v.record(v.string(), v.object({ spec: v.object({ language: v.optional(v.string()) }) })),
});

/**
 * The kernel to start, from a server's answer to `GET api/kernelspecs`: its default where that is Python, else its first
 * Python. Null where it has none; undefined where this is no such answer.
 */
export function pythonKernel(body: unknown): string | null | undefined {
  if (!v.is(specsSchema, body)) return undefined;
  const names = Object.keys(body.kernelspecs).filter((name) => body.kernelspecs[name]?.spec.language?.toLowerCase() === 'python');
  return names.find((name) => name === body.default) ?? names[0] ?? null;
}
