/** Banks of one 4-byte word each, and lanes of a warp (CUDA Programming Guide, "Shared Memory Access Patterns"). */
export const BANKS = 32;
export const LANES = 32;

/** Bytes that one lane moves: `float`, `float2`, `float4`. */
export const accessWidths = [4, 8, 16] as const;
export type AccessWidth = (typeof accessWidths)[number];

/** Which words a warp asks for. All positions and distances are in 4-byte words. */
export type BankAccess =
  /** Lane `l` begins at word `offset + l * stride`. */
  | { readonly kind: 'strided'; readonly width: AccessWidth; readonly offset: number; readonly stride: number }
  /** Lane `l` begins at row `l`, column `column`, of a row-major tile whose rows are `32 + pad` words apart. */
  | {
      readonly kind: 'column';
      readonly width: AccessWidth;
      readonly column: number;
      readonly pad: number;
      readonly layout: 'plain' | 'swizzled';
    };

/** One word that some lanes of a phase want. */
export interface BankCell {
  readonly word: number;
  readonly bank: number;
  /** Lanes that want this word; more than one is a broadcast. */
  readonly lanes: readonly number[];
  readonly phase: number;
  /** How many other words of its bank are served before it in its phase: 0 is served at once. */
  readonly turn: number;
}

/** The name of an access, under which its recording is kept; equal accesses have equal names. */
export function accessKey(access: BankAccess): string {
  return access.kind === 'strided'
    ? `strided ${access.width} ${access.stride} ${access.offset}`
    : `column ${access.width} ${access.pad} ${access.layout} ${access.column}`;
}

export type BankMap =
  /** A lane's first byte is no multiple of the access width: the hardware refuses the instruction. */
  | { readonly kind: 'misaligned'; readonly width: AccessWidth; readonly lane: number; readonly byte: number }
  | {
      readonly kind: 'served';
      readonly width: AccessWidth;
      readonly cells: readonly BankCell[];
      /** 1, 2 or 4: a phase moves at most 128 bytes, so it holds 32, 16 or 8 lanes. */
      readonly phases: number;
      /** The most distinct words that a phase wants from one bank. */
      readonly ways: number;
      /** Passes through the banks: the sum of the ways of the phases. */
      readonly wavefronts: number;
    };

/** The first word of each lane. */
export function firstWords(access: BankAccess): readonly number[] {
  return Array.from({ length: LANES }, (_, lane) => {
    if (access.kind === 'strided') return access.offset + lane * access.stride;
    const { width, column, pad, layout } = access;
    return lane * (BANKS + pad) + (layout === 'plain' ? column : swizzledColumn(lane, column, width));
  });
}

/**
 * The column at which an XOR-swizzled tile keeps column `column` of row `row`: the index of its access-wide chunk is
 * XORed with the row, modulo the chunks in 32 words.
 */
export function swizzledColumn(row: number, column: number, width: AccessWidth): number {
  const words = width / 4;
  const chunk = Math.floor(column / words) ^ (row % (BANKS / words));
  return chunk * words + (column % words);
}

/**
 * Counts what the banks must do for one load or store of a warp. The order of the turns in a bank is drawn, not known.
 * The hardware may merge phases where pairs of lanes share addresses; this model does not.
 */
export function mapBanks(access: BankAccess): BankMap {
  const { width } = access;
  const first = firstWords(access);
  const lane = first.findIndex((word) => (word * 4) % width !== 0);
  if (lane >= 0) return { kind: 'misaligned', width, lane, byte: (first[lane] ?? 0) * 4 };

  const phases = width / 4;
  const perPhase = LANES / phases;
  const cells = Array.from({ length: phases }, (_, phase) =>
    phaseCells(first.slice(phase * perPhase, (phase + 1) * perPhase), phase * perPhase, phase, width / 4),
  );
  const ways = cells.map((phase) => Math.max(...phase.map((cell) => cell.turn)) + 1);
  return {
    kind: 'served', width, phases,
    cells: cells.flat(),
    ways: Math.max(...ways),
    wavefronts: ways.reduce((sum, n) => sum + n, 0),
  };
}

function phaseCells(first: readonly number[], firstLane: number, phase: number, words: number): readonly BankCell[] {
  const lanesOfWord = new Map<number, number[]>();
  first.forEach((start, index) => {
    for (let word = start; word < start + words; word++) {
      lanesOfWord.set(word, [...(lanesOfWord.get(word) ?? []), firstLane + index]);
    }
  });
  const turns = new Map<number, number>();
  return [...lanesOfWord].map(([word, lanes]) => {
    const bank = word % BANKS;
    const turn = turns.get(bank) ?? 0;
    turns.set(bank, turn + 1);
    return { word, bank, lanes, phase, turn };
  });
}
