import type { AstroIntegration } from 'astro';
import { checkPages } from './page-check.ts';
import { problemLine } from './problem.ts';

/**
 * Holds the text of all pages against what the check says of it: a build ends before it begins, with every problem of every
 * page at once; a development server says them and goes on, so that the author sees the page.
 * @param root folder of the project
 */
export function authoring({ root }: { readonly root: string }): AstroIntegration {
  return {
    name: 'warpnotes-authoring',
    hooks: {
      'astro:build:start': async () => {
        const problems = await problemLines(root);
        if (problems.length > 0) throw refusal(`${summary(problems.length)}:\n${problems.join('\n')}`);
      },
      'astro:server:start': async ({ logger }) => {
        for (const line of await problemLines(root)) logger.warn(line);
      },
    },
  };
}

/** What ends a build: the author's pages are at fault, so Astro, which prints the stack of what it catches, has none to print. */
function refusal(message: string): Error {
  const error = new Error(message);
  error.stack = '';
  return error;
}

async function problemLines(root: string): Promise<readonly string[]> {
  const { problems } = await checkPages(root);
  return problems.map(problemLine);
}

function summary(count: number): string {
  return count === 1 ? 'The notes have a problem' : `The notes have ${count} problems`;
}
