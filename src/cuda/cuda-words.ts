/**
 * What CUDA adds to the words of C++, as sources of regular expressions for whole words, each without a group of its own. For
 * the site's grammar and for the editor (CUDA Programming Guide, "C++ Language Extensions").
 */
export const CUDA_QUALIFIER =
  '__(?:global|device|host|shared|constant|managed|noinline|forceinline|restrict|grid_constant|launch_bounds|maxnreg|cluster_dims|block_size)__';
export const CUDA_BUILT_IN = '(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)';
export const CUDA_TYPE =
  '(?:(?:u?(?:char|short|int|long|longlong)|float|double)[1-4](?:_16a|_32a)?|dim3|half2?|__half2?|__nv_bfloat162?|cuda(?:Error|Stream|Event|Graph|GraphExec|DeviceProp)(?:_t)?)';
export const CUDA_INTRINSIC = '__[a-z]\\w*(?=\\s*\\()';
/** `>>>` ends a launch only in front of its arguments: elsewhere it closes three templates. */
export const CUDA_LAUNCH = '<<<|>>>(?=\\s*(?:\\(|$))';
