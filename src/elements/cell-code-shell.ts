import { indentUnit, StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

const KEYWORD = /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|function|return|export|local|set)\b/u;
const COMMAND = /^(?:echo|printf|cd|test|read|exit|source|eval|exec|trap|shift|unset|wait)\b/u;

interface ShellState {
  /** The quote that a string over several lines waits for. */
  quote: '"' | "'" | null;
}

/** Bash, as far as colours need it: comments, strings, variables, options, operators. */
const shellLanguage = StreamLanguage.define<ShellState>({
  name: 'shell',
  startState: () => ({ quote: null }),
  token(stream, state) {
    if (state.quote) return inString(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.peek() === '#' && (stream.sol() || /\s/u.test(stream.string.charAt(stream.pos - 1)))) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^["']/u)) {
      state.quote = stream.current() === '"' ? '"' : "'";
      return inString(stream, state);
    }
    if (stream.match(/^\$(?:\w+|\{[^}]*\}|[#?@*$!-])/u)) return 'variableName';
    if (stream.match(/^-{1,2}[\w-]+/u)) return 'escape';
    if (stream.match(KEYWORD)) return 'keyword';
    if (stream.match(COMMAND)) return 'builtin';
    if (stream.match(/^(?:[|&<>]+\d?)/u)) return 'logicOperator';
    if (stream.match(/^[\w./+]+/u)) return null;
    stream.next();
    return 'punctuation';
  },
  languageData: { commentTokens: { line: '#' } },
});

type Stream = Parameters<Parameters<typeof StreamLanguage.define<ShellState>>[0]['token']>[0];

function inString(stream: Stream, state: ShellState): string {
  while (!stream.eol()) {
    const character = stream.next();
    if (character === '\\' && state.quote === '"') stream.next();
    else if (character === state.quote) {
      state.quote = null;
      break;
    }
  }
  return 'string';
}

export function shellSupport(): Extension {
  return [shellLanguage, indentUnit.of('  ')];
}
