import type { LanguageRegistration } from 'shiki';

/** Name and qualifiers of an instruction: `ld.global.nc.f32`, `cp.async.bulk::tensor`. */
const INSTRUCTION = '([a-z][a-z0-9_]*)((?:(?:\\.|::)[a-z0-9_]+)*)';

/** NVIDIA's PTX assembly (PTX ISA, "Syntax"). */
export const ptxGrammar: LanguageRegistration = {
  name: 'ptx',
  scopeName: 'source.ptx',
  repository: {},
  patterns: [
    { match: '//.*$', name: 'comment.line.double-slash.ptx' },
    { begin: '/\\*', end: '\\*/', name: 'comment.block.ptx' },
    { begin: '"', end: '"', name: 'string.quoted.double.ptx' },
    {
      match: `(@!?)(%\\w+)(?:\\s+${INSTRUCTION})?`,
      captures: {
        1: { name: 'keyword.control.ptx' }, 2: { name: 'variable.parameter.ptx' },
        3: { name: 'keyword.operator.ptx' }, 4: { name: 'support.function.ptx' },
      },
    },
    { match: '^\\s*(\\$?[\\w$]+)(:)', captures: { 1: { name: 'entity.name.label.ptx' } } },
    {
      match: '\\.(?:version|target|address_size|visible|extern|weak|entry|func|param|reg|local|shared|const|global|file|loc|section|pragma|maxntid|minnctapersm|maxnreg|reqntid|align)\\b',
      name: 'storage.modifier.ptx',
    },
    { match: '\\.(?:[busf](?:8|16|32|64|128)|f16x2|bf16x?2?|pred|v[248])\\b', name: 'storage.type.ptx' },
    { match: '%(?:tid|ntid|ctaid|nctaid|laneid|warpid|smid|clock(?:64)?|globaltimer)(?:\\.[xyz])?\\b', name: 'variable.language.ptx' },
    { match: '%\\w+', name: 'variable.parameter.ptx' },
    { match: '\\b0[fFdDxX][0-9a-fA-F]+\\b|\\b\\d+(?:\\.\\d+)?\\b', name: 'constant.numeric.ptx' },
    { match: '\\bsm_\\d+[af]?\\b', name: 'constant.language.ptx' },
    { match: `^\\s*${INSTRUCTION}`, captures: { 1: { name: 'keyword.operator.ptx' }, 2: { name: 'support.function.ptx' } } },
    { match: '\\.[a-z][\\w:]*', name: 'support.function.ptx' },
  ],
};
