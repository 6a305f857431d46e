import type { LanguageRegistration } from 'shiki';

/** SASS as cuobjdump and nvdisasm print it. Named nvsass: `sass` is a style sheet language. */
export const nvsassGrammar: LanguageRegistration = {
  name: 'nvsass',
  scopeName: 'source.nvsass',
  aliases: ['sass-gpu', 'cubin'],
  repository: {},
  patterns: [
    { match: '//.*$', name: 'comment.line.double-slash.nvsass' },
    { match: '@?"[^"]*"', name: 'string.quoted.double.nvsass' },
    { match: '/\\*[0-9a-fA-F]+\\*/|/\\* 0x[0-9a-fA-F]+ \\*/', name: 'comment.block.address.nvsass' },
    { match: '^\\s*(\\.[\\w.$]+)(:)?', captures: { 1: { name: 'entity.name.label.nvsass' } } },
    { match: '(@!?)(U?P[T0-9]\\d*)', captures: { 1: { name: 'keyword.control.nvsass' }, 2: { name: 'variable.parameter.nvsass' } } },
    { match: '\\b(?:U?R(?:Z|\\d+)|U?P(?:T|\\d)|SR_[\\w.]+|B\\d+|SB\\d+)\\b', name: 'variable.parameter.nvsass' },
    { match: '\\bc\\[0x[0-9a-f]+\\]', name: 'support.type.nvsass' },
    { match: '\\b([A-Z][A-Z0-9]*)((?:\\.[A-Z0-9_]+)*)\\b', captures: { 1: { name: 'keyword.operator.nvsass' }, 2: { name: 'support.function.nvsass' } } },
    { match: '-?\\b(?:0x[0-9a-fA-F]+|\\d+(?:\\.\\d+)?)\\b', name: 'constant.numeric.nvsass' },
    { match: '`\\([^)]*\\)', name: 'entity.name.label.nvsass' },
  ],
};
