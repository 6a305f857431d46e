/**
 * How many blocks of a kernel fit on one SM at a time, as NVIDIA's `cuda_occupancy.h` counts them for compute
 * capability 7.5 and later (test/cuda/occupancy.test.ts compares the two). Sizes of memory are in bytes.
 * The header's "virtual resources" (10.0 and later) are left out: what the runtime says of a kernel sets them to none.
 */

/** What one SM has (CUDA Programming Guide, "Compute Capabilities"). All have 64 K registers in 4 sub-partitions. */
export interface SmLimits {
  readonly computeCapability: string;
  readonly warps: number;
  readonly blocks: number;
  readonly shared: number;
  /** Taken from the shared memory for each block by the system. */
  readonly reservedPerBlock: number;
  /** Shared memory is given out in multiples of this. */
  readonly sharedUnit: number;
  /** Hardware barriers of blocks; `null` where the header does not count them. */
  readonly barriers: number | null;
}

const WARP = 32;
const REGISTERS = 65_536;
const PARTITIONS = 4;
const REGISTER_UNIT = 256;
const MAX_THREADS = 1024;
/** The compiler stops at 255 registers a thread, the header at 256. */
const MAX_REGISTERS = 256;

function sm(
  computeCapability: string,
  { warps, blocks, sharedKib, barriers = null }: { warps: number; blocks: number; sharedKib: number; barriers?: number | null },
): SmLimits {
  const turing = computeCapability === '7.5';
  return {
    computeCapability, warps, blocks, barriers,
    shared: sharedKib * 1024,
    reservedPerBlock: turing ? 0 : 1024,
    sharedUnit: turing ? 256 : 128,
  };
}

export const smLimits: readonly SmLimits[] = [
  sm('7.5', { warps: 32, blocks: 16, sharedKib: 64 }),
  sm('8.0', { warps: 64, blocks: 32, sharedKib: 164 }),
  sm('8.6', { warps: 48, blocks: 16, sharedKib: 100 }),
  sm('8.7', { warps: 48, blocks: 16, sharedKib: 164 }),
  sm('8.9', { warps: 48, blocks: 24, sharedKib: 100 }),
  sm('9.0', { warps: 64, blocks: 32, sharedKib: 228, barriers: 64 }),
  sm('10.0', { warps: 64, blocks: 32, sharedKib: 228, barriers: 64 }),
  sm('10.3', { warps: 64, blocks: 32, sharedKib: 228, barriers: 64 }),
  sm('11.0', { warps: 48, blocks: 24, sharedKib: 228, barriers: 24 }),
  sm('12.0', { warps: 48, blocks: 24, sharedKib: 100, barriers: 24 }),
  sm('12.1', { warps: 48, blocks: 24, sharedKib: 100, barriers: 24 }),
];

/** The limits of a compute capability; throws for one that is not in the list. */
export function smOf(computeCapability: string): SmLimits {
  const found = smLimits.find((each) => each.computeCapability === computeCapability);
  if (!found) throw new Error(`no compute capability ${computeCapability}: known are ${smLimits.map((each) => each.computeCapability).join(', ')}`);
  return found;
}

/** The most shared memory of one block, with the opt-in for more than 48 KiB. */
export function sharedPerBlock(limits: SmLimits): number {
  return limits.shared - limits.reservedPerBlock;
}

/** What one block of a kernel asks for. */
export interface BlockNeeds {
  readonly threads: number;
  readonly registers: number;
  readonly staticShared: number;
  readonly dynamicShared: number;
  /** `__syncthreads` uses one; at most 16. */
  readonly barriers: number;
}

export const resources = ['warps', 'blocks', 'registers', 'shared', 'barriers'] as const;
export type Resource = (typeof resources)[number];

export interface Occupancy {
  /** Resident on one SM at most. 0: the kernel cannot be launched. */
  readonly blocks: number;
  readonly warps: number;
  /** Resident warps over all that the SM can hold. */
  readonly share: number;
  /** The blocks that each resource would allow if it were the only one; Infinity where none of it is used. */
  readonly limits: Readonly<Record<Resource, number>>;
  /** The resources that allow no more than `blocks`. */
  readonly limiters: readonly Resource[];
  /** Warps for which one sub-partition has registers. */
  readonly warpsWithRegisters: number;
  /** Shared memory that a block takes, with what is reserved and rounded up. */
  readonly sharedTaken: number;
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

export function occupancyOf(limits: SmLimits, needs: BlockNeeds): Occupancy {
  const warps = Math.ceil(needs.threads / WARP);
  const perWarp = roundUp(needs.registers * WARP, REGISTER_UNIT);
  const warpsWithRegisters = perWarp === 0 ? Infinity : Math.floor(REGISTERS / PARTITIONS / perWarp);
  const sharedTaken = roundUp(needs.staticShared + needs.dynamicShared + limits.reservedPerBlock, limits.sharedUnit);

  const allowed: Record<Resource, number> = {
    warps: needs.threads > MAX_THREADS ? 0 : Math.floor(limits.warps / warps),
    blocks: limits.blocks,
    registers: registerLimit(needs.registers, warps, perWarp, warpsWithRegisters),
    shared: sharedTaken > limits.shared ? 0 : sharedTaken === 0 ? Infinity : Math.floor(limits.shared / sharedTaken),
    barriers: limits.barriers === null || needs.barriers === 0 ? Infinity : Math.floor(limits.barriers / needs.barriers),
  };
  const blocks = Math.min(...Object.values(allowed));
  return {
    blocks,
    warps: blocks * warps,
    share: (blocks * warps) / limits.warps,
    limits: allowed,
    limiters: resources.filter((resource) => allowed[resource] === blocks),
    warpsWithRegisters: Math.min(warpsWithRegisters, limits.warps / PARTITIONS),
    sharedTaken,
  };
}

/** Every sub-partition holds whole warps. A block whose warps would not fit, spread evenly over the four, does not run. */
function registerLimit(registers: number, warps: number, perWarp: number, warpsPerPartition: number): number {
  if (registers > MAX_REGISTERS || perWarp * roundUp(warps, PARTITIONS) > REGISTERS) return 0;
  return perWarp === 0 ? Infinity : Math.floor((warpsPerPartition * PARTITIONS) / warps);
}

/** A range of registers a thread with the same result. */
export interface RegisterStep {
  readonly from: number;
  readonly to: number;
  readonly occupancy: Occupancy;
}

/** The result for 1 to 255 registers a thread, as steps; the registers of `needs` do not count. */
export function registerSteps(limits: SmLimits, needs: BlockNeeds): readonly RegisterStep[] {
  const steps: RegisterStep[] = [];
  for (let registers = 1; registers <= 255; registers++) {
    const occupancy = occupancyOf(limits, { ...needs, registers });
    const last = steps.at(-1);
    if (last?.occupancy.blocks === occupancy.blocks) steps[steps.length - 1] = { ...last, to: registers };
    else steps.push({ from: registers, to: registers, occupancy });
  }
  return steps;
}
