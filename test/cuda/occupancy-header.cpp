// Reads launches from standard input, one a line, and prints what NVIDIA's header says of each:
// major minor threadsPerSm sharedPerSm reserved | threads registers static dynamic barriers
// -> blocks, and the blocks that warps, blocks, registers, shared memory and barriers allow (-1: no limit)
#include <climits>
#include <cstdio>
#include <cuda_occupancy.h>

static int shown(int limit) { return limit == INT_MAX ? -1 : limit; }

int main() {
  int major, minor, threadsPerSm, sharedPerSm, reserved, threads, registers, staticShared, dynamicShared, barriers;
  while (std::scanf("%d %d %d %d %d %d %d %d %d %d", &major, &minor, &threadsPerSm, &sharedPerSm, &reserved, &threads, &registers,
                    &staticShared, &dynamicShared, &barriers) == 10) {
    cudaOccDeviceProp device;
    device.computeMajor = major;
    device.computeMinor = minor;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = threadsPerSm;
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerBlockOptin = sharedPerSm - reserved;
    device.sharedMemPerMultiprocessor = sharedPerSm;
    device.reservedSharedMemPerBlock = reserved;
    device.numSms = 1;
    cudaOccFuncAttributes function;
    function.maxThreadsPerBlock = 1024;
    function.numRegs = registers;
    function.sharedSizeBytes = staticShared;
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.maxDynamicSharedSizeBytes = dynamicShared;
    function.numBlockBarriers = barriers;
    const cudaOccDeviceState state;
    cudaOccResult result;
    const cudaOccError error =
        cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads, dynamicShared);
    if (error != CUDA_OCC_SUCCESS) {
      std::printf("error %d\n", error);
      continue;
    }
    std::printf("%d %d %d %d %d %d\n", result.activeBlocksPerMultiprocessor, shown(result.blockLimitWarps),
                shown(result.blockLimitBlocks), shown(result.blockLimitRegs), shown(result.blockLimitSharedMem),
                shown(result.blockLimitBarriers));
  }
}
