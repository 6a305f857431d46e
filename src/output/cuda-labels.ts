import type { CheckTool, MemoryHolder } from '../cuda/cuda-message.ts';
import type { Bottleneck } from '../cuda/profile-log.ts';
import type { FindingKind } from '../cuda/sanitizer-log.ts';
import type { DiagnosticAdvice } from '../cuda/diagnostic-advice.ts';
import type { OutputLabels } from './labels.ts';

/** The sentences that messages of the CUDA helper are shown with, beside those of all outputs. Plain text, escaped later. */
export interface CudaLabels extends OutputLabels {
  readonly compiled: (seconds: string) => string;
  readonly compileFailed: (seconds: string) => string;
  readonly fromCache: string;
  readonly severity: Readonly<Record<'error' | 'warning' | 'note', string>>;
  /** Why a message came and what to do, and the words of the link to the note that explains it. */
  readonly advice: Readonly<Record<DiagnosticAdvice, readonly [text: string, link: string]>>;
  readonly compilerOutput: string;
  readonly resources: (kernels: string) => string;
  readonly kernel: string;
  readonly architecture: string;
  readonly registers: string;
  readonly spills: string;
  readonly stack: string;
  readonly sharedMemory: string;
  readonly constantMemory: string;
  readonly exited: (code: string, seconds: string) => string;
  readonly killed: (signal: string, seconds: string) => string;
  /** Stands before one of the two: which of several processes it was. */
  readonly rankFailed: (rank: string) => string;
  readonly noDeviceTitle: string;
  readonly noDriverTitle: string;
  readonly noDevice: string;
  readonly noDriver: string;
  readonly noNvccTitle: string;
  readonly noNvcc: string;
  readonly brokenNvccTitle: string;
  /** Backquotes mark code. */
  readonly brokenNvcc: (path: string) => string;
  readonly searched: string;
  readonly check: CheckLabels;
  readonly profile: ProfileLabels;
  readonly holders: HolderLabels;
}

/** Of a run under compute-sanitizer. Backquotes mark code. */
export interface CheckLabels {
  readonly clean: (tool: CheckTool) => string;
  readonly found: (tool: string, findings: number) => string;
  readonly cut: string;
  readonly refused: readonly [what: string, cure: string];
  readonly missing: (tool: string) => readonly [what: string, cure: string];
  readonly kinds: Readonly<Record<FindingKind, string>>;
  readonly thread: (thread: string) => string;
  readonly threads: (count: number, first: string) => string;
  readonly line: string;
  readonly calledFrom: string;
  /** How many calls only report what was found before. */
  readonly consequences: (count: number) => string;
  readonly log: (tool: string) => string;
}

/** Of a run under ncu. */
export interface ProfileLabels {
  readonly title: (kernels: number) => string;
  readonly none: string;
  readonly refused: readonly [what: string, cure: string];
  readonly permission: readonly [what: string, cure: string];
  readonly launches: (count: number) => string;
  readonly duration: string;
  readonly metric: string;
  readonly share: string;
  readonly compute: string;
  readonly memory: string;
  readonly dram: string;
  readonly l2: string;
  readonly l1: string;
  readonly occupancy: (theoretical: string) => string;
  readonly bottleneck: Readonly<Record<Bottleneck, string>>;
  readonly note: string;
}

/** Of the processes that hold a GPU's memory. Backquotes mark code. */
export interface HolderLabels {
  readonly title: string;
  readonly process: (name: string, pid: number) => string;
  readonly unseen: string;
  readonly roles: Readonly<Record<MemoryHolder['role'], (pid: number) => string>>;
}
