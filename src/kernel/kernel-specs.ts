import * as z from 'zod/mini';

const specsSchema = z.object({
  default: z.optional(z.string()),
  kernelspecs: z.record(z.string(), z.object({ spec: z.object({ language: z.optional(z.string()) }) })),
});

/**
 * The kernel to start, from a server's answer to `GET api/kernelspecs`: its default where that is Python, else its first
 * Python. Null where it has none; undefined where this is no such answer.
 */
export function pythonKernel(body: unknown): string | null | undefined {
  const { data } = specsSchema.safeParse(body);
  if (!data) return undefined;
  const names = Object.keys(data.kernelspecs).filter((name) => data.kernelspecs[name]?.spec.language?.toLowerCase() === 'python');
  return names.find((name) => name === data.default) ?? names[0] ?? null;
}
