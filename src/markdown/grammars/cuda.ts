import type { LanguageRegistration } from 'shiki';
import { CUDA_BUILT_IN, CUDA_INTRINSIC, CUDA_LAUNCH, CUDA_QUALIFIER, CUDA_TYPE } from '../../cuda/cuda-words.ts';

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
        word(CUDA_QUALIFIER, 'storage.modifier.cuda'),
        word(CUDA_BUILT_IN, 'variable.language.cuda'),
        word(CUDA_TYPE, 'support.type.cuda'),
        { match: CUDA_LAUNCH, name: 'keyword.operator.launch.cuda' },
        word(CUDA_INTRINSIC, 'support.function.intrinsic.cuda'),
      ],
    },
  },
};
