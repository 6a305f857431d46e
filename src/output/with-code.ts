import { escapeHtml } from './escape-html.ts';

/** A sentence as HTML, with code where it has backquotes. */
export const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
