/** Why a kernel could not be reached or was lost. */
export const kernelErrorCodes = [
  'address-invalid', 'unreachable', 'origin-refused', 'unauthorized', 'not-jupyter', 'mixed-content',
  'websocket-refused', 'kernel-dead', 'timeout', 'server-error',
] as const;
export type KernelErrorCode = (typeof kernelErrorCodes)[number];

/** A failure of the connection, never of the code that ran. The message holds no token. */
export class KernelError extends Error {
  override readonly name = 'KernelError';
  readonly code: KernelErrorCode;

  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
