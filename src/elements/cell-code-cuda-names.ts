import type { Bilingual } from '../i18n/locale.ts';

/** A name that CUDA C++ brings, for completion. */
export interface CudaName {
  readonly name: string;
  readonly kind: 'keyword' | 'variable' | 'function' | 'constant' | 'type';
  readonly about?: Bilingual;
}

/** The most used, each in one line (CUDA Programming Guide and CUDA Runtime API 13.0): kind, English, Chinese. */
const DESCRIBED: Readonly<Record<string, readonly [kind: CudaName['kind'], en: string, zh: string]>> = {
  __global__: ['keyword', 'A kernel: runs on the GPU, is launched with <<<…>>>, returns void.', '核函数：在 GPU 上运行，用 <<<…>>> 启动，返回 void。'],
  __device__: ['keyword', 'A function or variable of the GPU; functions are called from GPU code only.', 'GPU 上的函数或变量；函数只能由 GPU 代码调用。'],
  __host__: ['keyword', 'A function of the CPU; with __device__ it is compiled for both.', 'CPU 上的函数；与 __device__ 连用时为两边各编译一份。'],
  __shared__: ['keyword', 'Shared memory: one copy for each thread block.', '共享内存：每个线程块一份。'],
  __constant__: ['keyword', 'Constant memory: 64 KB, read-only for kernels, cached.', '常量内存：64 KB，核函数只读，有缓存。'],
  __managed__: ['keyword', 'Unified memory: one address for CPU and GPU.', '统一内存：CPU 与 GPU 用同一个地址。'],
  __restrict__: ['keyword', 'Promises that no other pointer reaches the same data.', '保证没有别的指针指向同一份数据。'],
  __launch_bounds__: ['keyword', 'Most threads a block, and fewest blocks an SM, for register allocation.', '每个线程块的最大线程数、每个 SM 的最少线程块数，供分配寄存器时参考。'],
  __forceinline__: ['keyword', 'Inlines the function always.', '总是内联此函数。'],
  __noinline__: ['keyword', 'Does not inline the function where that is possible.', '尽可能不内联此函数。'],
  __grid_constant__: ['keyword', 'A const kernel parameter that is read in place, without a copy for each thread.', 'const 核函数参数，直接读取，不为每个线程复制。'],
  threadIdx: ['variable', 'Index of the thread in its block: .x, .y, .z.', '线程在线程块中的下标：.x、.y、.z。'],
  blockIdx: ['variable', 'Index of the block in the grid: .x, .y, .z.', '线程块在网格中的下标：.x、.y、.z。'],
  blockDim: ['variable', 'Threads of a block in each direction.', '线程块在各方向上的线程数。'],
  gridDim: ['variable', 'Blocks of the grid in each direction.', '网格在各方向上的线程块数。'],
  warpSize: ['variable', 'Threads of a warp: 32 on every GPU so far.', '一个线程束的线程数：至今所有 GPU 都是 32。'],
  __syncthreads: ['function', 'Barrier: waits for all threads of the block; their memory accesses before it are seen by all.', '栅障：等待线程块的所有线程；之前的访存对全块可见。'],
  __syncwarp: ['function', 'Barrier for the threads of a warp that the mask names.', '线程束内的栅障，只等掩码指定的线程。'],
  __syncthreads_count: ['function', 'Barrier that gives the number of threads whose predicate is not zero.', '栅障，并返回谓词非零的线程数。'],
  __shfl_sync: ['function', 'Reads a register of another lane of the warp.', '读取线程束中另一个通道的寄存器。'],
  __shfl_down_sync: ['function', 'Reads the register of the lane that is delta higher.', '读取编号高 delta 的通道的寄存器。'],
  __shfl_up_sync: ['function', 'Reads the register of the lane that is delta lower.', '读取编号低 delta 的通道的寄存器。'],
  __shfl_xor_sync: ['function', 'Reads the register of the lane whose number is this one XOR the mask.', '读取“本通道编号异或掩码”所指通道的寄存器。'],
  __ballot_sync: ['function', 'A bit for each lane whose predicate is not zero.', '谓词非零的每个通道对应一位。'],
  __any_sync: ['function', 'Whether the predicate of any lane is not zero.', '是否有通道的谓词非零。'],
  __all_sync: ['function', 'Whether the predicates of all lanes are not zero.', '是否所有通道的谓词都非零。'],
  __activemask: ['function', 'The lanes that run at this moment; no guarantee for the next instruction.', '此刻正在执行的通道；不保证下一条指令仍相同。'],
  __reduce_add_sync: ['function', 'Sum over the lanes of the mask, in hardware (compute capability 8.0 or higher).', '对掩码内各通道求和，由硬件完成（计算能力 8.0 以上）。'],
  __match_any_sync: ['function', 'The lanes that hold the same value.', '持有相同值的通道。'],
  __threadfence: ['function', 'Orders this thread\'s writes for all threads of the GPU.', '让本线程的写入对整个 GPU 按序可见。'],
  __threadfence_block: ['function', 'Orders this thread\'s writes for its block.', '让本线程的写入对本线程块按序可见。'],
  __ldg: ['function', 'Loads through the read-only data cache.', '经只读数据缓存加载。'],
  __popc: ['function', 'Number of bits that are set.', '置 1 的位数。'],
  __clz: ['function', 'Number of zero bits in front of the highest set bit.', '最高置位之前零的个数。'],
  __ffs: ['function', 'Place of the lowest set bit, from 1; 0 for none.', '最低置位的位置，从 1 数起；没有则为 0。'],
  __fdividef: ['function', 'Fast division, less exact.', '快速除法，精度较低。'],
  __expf: ['function', 'Fast exponential, less exact than expf.', '快速指数，精度低于 expf。'],
  clock64: ['function', 'The SM\'s cycle counter.', 'SM 的时钟周期计数器。'],
  atomicAdd: ['function', 'Adds to memory in one step and gives the old value.', '原子加，返回旧值。'],
  atomicCAS: ['function', 'Compares and swaps in one step, gives the old value.', '原子比较并交换，返回旧值。'],
  atomicExch: ['function', 'Swaps a value in memory in one step, gives the old one.', '原子交换，返回旧值。'],
  atomicMax: ['function', 'Keeps the larger value in one step, gives the old one.', '原子取较大值，返回旧值。'],
  atomicMin: ['function', 'Keeps the smaller value in one step, gives the old one.', '原子取较小值，返回旧值。'],
  cudaMalloc: ['function', 'Allocates memory of the GPU: (pointer to pointer, bytes).', '分配显存：（指针的地址，字节数）。'],
  cudaFree: ['function', 'Frees memory of cudaMalloc; waits for the GPU.', '释放 cudaMalloc 的显存；会等待 GPU。'],
  cudaMallocHost: ['function', 'Allocates page-locked memory of the CPU, for fast and asynchronous copies.', '分配锁页的主机内存，用于快速和异步拷贝。'],
  cudaFreeHost: ['function', 'Frees memory of cudaMallocHost.', '释放 cudaMallocHost 的内存。'],
  cudaMallocManaged: ['function', 'Allocates memory that CPU and GPU both reach.', '分配 CPU 与 GPU 都能访问的内存。'],
  cudaMallocAsync: ['function', 'Allocates in the order of a stream, from a pool.', '按流的次序从内存池分配。'],
  cudaFreeAsync: ['function', 'Frees in the order of a stream, into a pool.', '按流的次序释放回内存池。'],
  cudaMemcpy: ['function', 'Copies bytes: (to, from, bytes, kind); the CPU waits.', '拷贝：（目标，来源，字节数，方向）；CPU 会等待。'],
  cudaMemcpyAsync: ['function', 'Copies in a stream; asynchronous with page-locked memory only.', '在流中拷贝；只有锁页内存才真正异步。'],
  cudaMemset: ['function', 'Sets every byte of GPU memory.', '逐字节设置显存。'],
  cudaMemcpyHostToDevice: ['constant', 'From the CPU\'s memory to the GPU\'s.', '从主机到设备。'],
  cudaMemcpyDeviceToHost: ['constant', 'From the GPU\'s memory to the CPU\'s.', '从设备到主机。'],
  cudaMemcpyDeviceToDevice: ['constant', 'From GPU memory to GPU memory.', '从设备到设备。'],
  cudaGetLastError: ['function', 'The last error of the runtime, which it clears; says whether a launch was refused.', '取得并清除运行时最近的错误；可得知启动是否被拒绝。'],
  cudaPeekAtLastError: ['function', 'The last error, not cleared.', '取得最近的错误，不清除。'],
  cudaGetErrorString: ['function', 'The error in words.', '错误的文字说明。'],
  cudaDeviceSynchronize: ['function', 'Waits for all work on the GPU; gives the errors of kernels.', '等待 GPU 上的全部工作；返回核函数的错误。'],
  cudaGetDeviceCount: ['function', 'How many GPUs there are.', 'GPU 的个数。'],
  cudaSetDevice: ['function', 'Chooses the GPU for this thread of the CPU.', '为当前主机线程选择 GPU。'],
  cudaGetDeviceProperties: ['function', 'Fills a cudaDeviceProp: name, compute capability, limits.', '填写 cudaDeviceProp：名称、计算能力、各种上限。'],
  cudaDeviceGetAttribute: ['function', 'One property of a GPU, cheaper than all of them.', '查询单个属性，比取全部属性便宜。'],
  cudaMemGetInfo: ['function', 'Free and total GPU memory, in bytes.', '空闲和全部显存，以字节计。'],
  cudaStreamCreate: ['function', 'Makes a stream: work in it runs in order.', '创建流：流内的工作按次序执行。'],
  cudaStreamSynchronize: ['function', 'Waits for the work of a stream.', '等待一个流的工作完成。'],
  cudaStreamWaitEvent: ['function', 'Lets a stream wait for an event.', '让一个流等待某个事件。'],
  cudaStreamDestroy: ['function', 'Ends a stream.', '销毁流。'],
  cudaEventCreate: ['function', 'Makes an event, for times and order.', '创建事件，用于计时和排序。'],
  cudaEventRecord: ['function', 'Puts an event into a stream.', '把事件放入流中。'],
  cudaEventSynchronize: ['function', 'Waits until an event has happened.', '等待事件发生。'],
  cudaEventElapsedTime: ['function', 'Milliseconds between two events.', '两个事件之间的毫秒数。'],
  cudaEventDestroy: ['function', 'Ends an event.', '销毁事件。'],
  cudaFuncSetAttribute: ['function', 'Sets a kernel\'s limits, such as dynamic shared memory above 48 KB.', '设置核函数的上限，例如超过 48 KB 的动态共享内存。'],
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: ['function', 'How many blocks of a kernel fit on an SM.', '一个 SM 能容纳某核函数的多少个线程块。'],
  cudaOccupancyMaxPotentialBlockSize: ['function', 'A block size with the highest occupancy.', '占用率最高的线程块大小。'],
  cudaSuccess: ['constant', 'No error.', '没有错误。'],
  cudaError_t: ['type', 'Type of the runtime\'s errors.', '运行时错误的类型。'],
  cudaStream_t: ['type', 'A stream.', '流。'],
  cudaEvent_t: ['type', 'An event.', '事件。'],
  dim3: ['type', 'Up to three sizes; those left out are 1.', '最多三个维度的大小；省略的为 1。'],
  float4: ['type', 'Four floats, 16 bytes, loaded in one instruction where aligned.', '四个 float，16 字节，对齐时一条指令即可加载。'],
};

/** Others, by their names alone. */
const OTHERS: Readonly<Record<CudaName['kind'], string>> = {
  keyword: '__maxnreg__ __cluster_dims__ __block_size__',
  variable: '',
  function:
    '__reduce_min_sync __reduce_max_sync __reduce_and_sync __reduce_or_sync __reduce_xor_sync __match_all_sync ' +
    '__syncthreads_and __syncthreads_or __threadfence_system __popcll __clzll __ffsll __brev __byte_perm __funnelshift_l ' +
    '__funnelshift_r __mul24 __umulhi __mulhi __float_as_int __int_as_float __float2half __half2float __fmaf_rn __fadd_rn ' +
    '__fmul_rn __frcp_rn __fsqrt_rn __sinf __cosf __logf __powf __saturatef rsqrtf __nanosleep __trap ' +
    '__cvta_generic_to_shared __pipeline_memcpy_async __pipeline_commit __pipeline_wait_prior clock atomicSub ' +
    'atomicAnd atomicOr atomicXor atomicInc atomicDec cudaDeviceReset cudaGetDevice cudaDeviceSetLimit cudaDeviceGetLimit ' +
    'cudaDeviceCanAccessPeer cudaDeviceEnablePeerAccess cudaDriverGetVersion cudaRuntimeGetVersion cudaGetErrorName ' +
    'cudaHostAlloc cudaHostRegister cudaHostUnregister cudaHostGetDevicePointer cudaMallocPitch cudaMemcpy2D ' +
    'cudaMemcpy2DAsync cudaMemcpyPeer cudaMemcpyPeerAsync cudaMemcpyToSymbol cudaMemcpyFromSymbol cudaMemsetAsync ' +
    'cudaMemPrefetchAsync cudaMemAdvise cudaPointerGetAttributes cudaStreamCreateWithFlags cudaStreamCreateWithPriority ' +
    'cudaStreamQuery cudaStreamBeginCapture cudaStreamEndCapture cudaEventCreateWithFlags cudaEventQuery cudaLaunchKernel ' +
    'cudaLaunchKernelEx cudaLaunchCooperativeKernel cudaLaunchHostFunc cudaGraphCreate cudaGraphInstantiate cudaGraphLaunch ' +
    'cudaGraphDestroy cudaGraphExecDestroy cudaFuncGetAttributes cudaFuncSetCacheConfig cudaMemPoolCreate ' +
    'cudaDeviceGetDefaultMemPool cudaMemPoolSetAttribute',
  type:
    'cudaDeviceProp cudaGraph_t cudaGraphExec_t cudaMemcpyKind cudaFuncAttributes half half2 __nv_bfloat16 __nv_bfloat162 ' +
    'float2 float3 int2 int3 int4 uint2 uint3 uint4 double2 uchar4 char4 short2 longlong2',
  constant:
    'cudaMemcpyHostToHost cudaMemcpyDefault cudaErrorMemoryAllocation cudaErrorInvalidValue cudaErrorInvalidConfiguration ' +
    'cudaErrorNoDevice cudaErrorInsufficientDriver cudaErrorMisalignedAddress cudaErrorIllegalAddress cudaErrorNotReady ' +
    'cudaStreamNonBlocking cudaEventDisableTiming cudaHostAllocDefault cudaHostAllocMapped cudaDevAttrMultiProcessorCount ' +
    'cudaDevAttrMaxThreadsPerBlock cudaDevAttrMaxSharedMemoryPerBlock cudaDevAttrMaxSharedMemoryPerBlockOptin ' +
    'cudaDevAttrComputeCapabilityMajor cudaDevAttrComputeCapabilityMinor cudaDevAttrClockRate cudaDevAttrL2CacheSize ' +
    'cudaDevAttrWarpSize cudaFuncAttributeMaxDynamicSharedMemorySize',
};

export const cudaNames: readonly CudaName[] = [
  ...Object.entries(DESCRIBED).map(([name, [kind, en, zh]]) => ({ name, kind, about: { en, 'zh-cn': zh } })),
  ...(Object.keys(OTHERS) as CudaName['kind'][]).flatMap((kind) => OTHERS[kind].split(' ').filter(Boolean).map((name) => ({ name, kind }))),
];
