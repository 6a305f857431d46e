import { notebookDownload } from './download-path.ts';
import type { Locale } from '../i18n/locale.ts';

/** Where the built site lies on GitHub: Colab opens notebooks from a branch of a public repository. */
export interface PublishedBranch {
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** In the branch, without slashes around it; empty for its root. */
  readonly folder: string;
}

/**
 * The owner's setting from the build's environment: NOTEBOOKS_REPOSITORY (`https://github.com/owner/name`), NOTEBOOKS_BRANCH
 * (gh-pages where left out) and NOTEBOOKS_FOLDER (the root where left out). Null where no repository is set. Throws an Error
 * that names the variable.
 */
export function publishedBranch(env: Readonly<Record<string, string | undefined>>): PublishedBranch | null {
  const { NOTEBOOKS_REPOSITORY: address = '', NOTEBOOKS_BRANCH: branch = 'gh-pages', NOTEBOOKS_FOLDER: folder = '' } = env;
  if (address === '') return null;
  const repository = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/u.exec(address)?.[1];
  if (repository === undefined) throw new Error(`NOTEBOOKS_REPOSITORY: ${address} is no repository: write it as https://github.com/owner/name`);
  if (branch.trim() === '') throw new Error('NOTEBOOKS_BRANCH: it is empty: name the branch that the site is published from, or leave it out');
  return { repository, branch, folder: folder.replace(/^\/+|\/+$/gu, '') };
}

/** The address under which Colab opens a note's notebook from the branch. */
export function colabAddress({ repository, branch, folder }: PublishedBranch, noteId: string, locale: Locale): string {
  const path = [...branch.split('/'), ...folder.split('/').filter((name) => name !== ''), ...notebookDownload(noteId, locale).split('/')];
  return `https://colab.research.google.com/github/${repository}/blob/${path.map(encodeURIComponent).join('/')}`;
}
