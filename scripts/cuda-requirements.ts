/**
 * The requirements file of the CUDA compiler that goes with a C library. Headers of CUDA 13.0 and 13.1 declare `rsqrt` in another way
 * than glibc 2.42 and newer do, so that no program compiles there (ggml-org/llama.cpp#19100); those of 13.2 do not.
 * @param glibc such as '2.36'; null for another C library
 */
export function cudaRequirements(glibc: string | null): string {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 42) ? 'cuda-requirements-glibc-2.42.txt' : 'cuda-requirements.txt';
}

/** The version of this machine's glibc; null where it has another C library. */
export function glibcVersion(): string | null {
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ?? null;
}
