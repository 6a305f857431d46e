/** What `npm start` says where NVIDIA publishes no wheels of nvcc; null on Linux, where it has installed them. */
export function compilerNotice(platform: NodeJS.Platform): string | null {
  if (platform === 'linux') return null;
  const name = platform === 'darwin' ? 'macOS' : platform === 'win32' ? 'Windows' : platform;
  return `CUDA cells need a server: npm start has no nvcc for ${name}. Press Connect on a page to use one on Linux; Python cells run here.`;
}
