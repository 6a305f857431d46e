import { HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags as t } from '@lezer/highlight';
import { colour } from './cell-code-colours.ts';

const KEYWORD = /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|return|export|local|set)\b/u;
const BUILT_IN = /^(?:echo|printf|cd|test|read|exit|source|eval|exec|trap|shift|unset|wait)\b/u;

interface ShellState {
  /** The quote that a string over several lines waits for. */
  quote: '"' | "'" | null;
  /** The next word is the name of a command. */
  expects: 'command' | 'argument';
}

type Stream = Parameters<StreamParser<ShellState>['token']>[0];

/** Bash, as far as colours need it: comments, strings, variables, options, commands, operators. */
const shellLanguage = StreamLanguage.define<ShellState>({
  name: 'shell',
  startState: () => ({ quote: null, expects: 'command' }),
  token(stream, state) {
    if (stream.sol() && state.quote === null) state.expects = 'command';
    return state.quote ? inString(stream, state) : inCode(stream, state);
  },
  languageData: { commentTokens: { line: '#' } },
});

function inCode(stream: Stream, state: ShellState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.peek() === '#' && /^$|\s/u.test(stream.string.charAt(stream.pos - 1))) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^["']/u)) {
    state.quote = stream.current() === '"' ? '"' : "'";
    state.expects = 'argument';
    return inString(stream, state);
  }
  if (stream.match(/^\$(?:\w+|\{[^}]*\}|[#?@*$!-])/u)) return 'variableName';
  if (stream.match(/^(?:\$\(|[;(){}]|[|&]+)/u)) {
    state.expects = 'command';
    return /[|&]/u.test(stream.current()) ? 'logicOperator' : 'punctuation';
  }
  if (stream.match(/^[<>]+&?\d?/u)) return 'logicOperator';
  if (stream.match(KEYWORD)) return 'keyword';
  if (stream.match(/^\w+(?==)/u)) return 'variableName';
  if (stream.match(BUILT_IN) || stream.match(/^[^\s"'$;(){}|&<>=]+/u)) return word(stream.current(), state);
  stream.next();
  return 'punctuation';
}

function word(text: string, state: ShellState): string {
  const isCommand = state.expects === 'command';
  state.expects = 'argument';
  if (isCommand) return BUILT_IN.test(text) ? 'variableName.standard' : 'variableName.function';
  return text.startsWith('-') ? 'escape' : 'string';
}

function inString(stream: Stream, state: ShellState): string {
  for (let character = stream.next(); character !== undefined; character = stream.next()) {
    if (character === '\\' && state.quote === '"') stream.next();
    else if (character === state.quote) {
      state.quote = null;
      break;
    }
  }
  return 'string';
}

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: t.variableName, ...colour('variable') },
  { tag: t.function(t.variableName), ...colour('function') },
  { tag: t.standard(t.variableName), ...colour('builtin') },
]));

export function shellSupport(): Extension {
  return [shellLanguage, colours, indentUnit.of('  ')];
}
