import type { LanguageRegistration } from 'shiki';

const QUALIFIER = '__(?:global|device|host|shared|constant|managed|noinline|forceinline|restrict|grid_constant|launch_bounds|maxnreg|cluster_dims|block_size)__';
const BUILT_IN = '(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)';
const VECTOR = '(?:(?:u?(?:char|short|int|long|longlong)|float|double)[1-4](?:_16a|_32a)?|dim3|half2?|__half2?|__nv_bfloat162?|cuda(?:Error|Stream|Event|Graph|GraphExec|DeviceProp)(?:_t)?)';
const INTRINSIC = '__[a-z]\\w*(?=\\s*\\()';

/**
 * A rule for a word. It takes the space in front too: C++'s rules for calls and declarations do, and of two rules the one
 * that begins first wins, injected or not.
 */
function word(pattern: string, name: string) {
  return { match: `\\s*\\b(${pattern})\\b`, captures: { 1: { name } } };
}

/** CUDA C++: Shiki's C++ with qualifiers, built-in variables, vector types, intrinsics and launches. Needs `cpp` beside it. */
export const cudaGrammar: LanguageRegistration = {
  name: 'cuda',
  scopeName: 'source.cuda-cpp',
  aliases: ['cu', 'cuh', 'cuda-cpp', 'cuda-c++'],
  embeddedLangs: ['cpp'],
  repository: {},
  patterns: [{ include: 'source.cpp' }],
  injections: {
    'L:source.cuda-cpp -comment -string': {
      patterns: [
        word(QUALIFIER, 'storage.modifier.cuda'),
        word(BUILT_IN, 'variable.language.cuda'),
        word(VECTOR, 'support.type.cuda'),
        // `>>>` ends a launch only in front of its arguments: elsewhere it closes three templates.
        { match: '<<<|>>>(?=\\s*(?:\\(|$))', name: 'keyword.operator.launch.cuda' },
        word(INTRINSIC, 'support.function.intrinsic.cuda'),
      ],
    },
  },
};
