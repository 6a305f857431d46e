import { createHash } from 'node:crypto';

/** What a page may load and run besides its own files; `script-src` gets the hashes of the page's inline scripts. */
const DIRECTIVES: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // Expressive Code, KaTeX and figures style elements by attributes, and an editor writes style sheets as it runs.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  // A reader's kernel server may be anywhere.
  'connect-src': ["'self'", 'http:', 'https:', 'ws:', 'wss:'],
  'frame-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/** Comments, then scripts with attributes and text, then other tags, so that a script in an attribute is none. */
const MARKUP = /<!--[\s\S]*?-->|<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>|<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/giu;
/** The type of a script; one of another type is a block of data to the browser. */
const TYPE = /\stype\s*=\s*["']?([^\s"'>]*)/iu;
const SCRIPT_TYPE = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/iu;
const POLICY_TAG = /<meta\b[^>]*\bhttp-equiv\s*=\s*["']?content-security-policy\b/iu;
const START = /<head\b[^>]*>(?:\s*<meta\s+charset[^>]*>)?/iu;

/**
 * A page with a Content-Security-Policy (CSP level 3, https://www.w3.org/TR/CSP3/) that allows the page's own inline
 * scripts by their hashes and no other. A page that brings a policy of its own is left alone: that is how one that needs
 * another, such as the document of an output frame, says so. Throws for a document without a head.
 */
export function withContentSecurityPolicy(html: string): string {
  if (POLICY_TAG.test(html)) return html;
  const start = START.exec(html);
  if (!start) throw new Error('the page has no <head>: nothing can say what it may load');
  const end = start.index + start[0].length;
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policyFor(inlineScripts(html))}">`;
  return html.slice(0, end) + tag + html.slice(end);
}

/** The texts of all scripts in a page that a browser would run and that have no `src`. */
function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(MARKUP)].flatMap(([, attributes, text]) => {
    if (attributes === undefined || text === undefined || text === '') return [];
    return /\ssrc\s*=/iu.test(attributes) || !SCRIPT_TYPE.test(TYPE.exec(attributes)?.[1] ?? '') ? [] : [text];
  });
}

function policyFor(scripts: readonly string[]): string {
  const hashes = [...new Set(scripts.map(scriptHash))].toSorted();
  return Object.entries(DIRECTIVES)
    .map(([name, sources]) => [name, ...sources, ...(name === 'script-src' ? hashes : [])].join(' '))
    .join('; ');
}

/** A browser hashes the text as its parser hands it on: with line feeds alone. */
function scriptHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text.replace(/\r\n?/gu, '\n')).digest('base64')}'`;
}
