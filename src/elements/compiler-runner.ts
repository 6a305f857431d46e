import * as v from 'valibot';
import type { ExecutionResult } from '../cell/execution-result.ts';
import { COMPILER_MIME_TYPE } from '../cuda/compiler-mime-type.ts';
import { type CompilerMessage, compilerMessageSchema } from '../cuda/compiler-message.ts';
import helper from '../kernel/compiler_view.py?raw';
import { compilerCode, type CompilerRequest } from '../kernel/compiler-request.ts';
import type { CellRunner, RunView } from './cell-runner.ts';

interface Content {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly ename?: string;
  readonly evalue?: string;
  /** Of a stream: IPython prints its own refusals to stderr. */
  readonly text?: string;
}

/** A request to the compiler in the queue of the page: it waits for its turn among the cells. */
export class CompilerRunner implements CellRunner {
  readonly cellId: string;
  readonly mayFail = true;
  readonly timeoutSeconds = null;
  readonly #request: CompilerRequest;
  readonly #ended = Promise.withResolvers<CompilerMessage | string | null>();
  #answer: CompilerMessage | null = null;
  #said = '';

  constructor(cell: string, request: CompilerRequest) {
    this.cellId = `compiler:${cell}`;
    this.#request = request;
  }

  /** What came back; in words where the kernel refused; null where nothing came. */
  get answer(): Promise<CompilerMessage | string | null> {
    return this.#ended.promise;
  }

  code(): string {
    return compilerCode(helper, this.#request);
  }

  queued(): void {}

  started(): Promise<RunView> {
    return Promise.resolve({
      message: ({ content }) => {
        const { data, ename, evalue, text } = content as Content;
        const message = v.safeParse(compilerMessageSchema, data?.[COMPILER_MIME_TYPE]);
        if (message.success) this.#answer = message.output;
        if (text !== undefined) this.#said += text;
        if (ename !== undefined) this.#said = `${ename}: ${evalue ?? ''}`;
      },
      input: () => Promise.reject(new Error('the compiler asks for no input')),
      gap: () => undefined,
    });
  }

  ended({ outcome }: ExecutionResult): void {
    this.#ended.resolve(this.#answer ?? (outcome === 'error' && this.#said !== '' ? this.#said : null));
  }
}
