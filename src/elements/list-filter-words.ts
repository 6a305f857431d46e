/** Whether a text has every word of a query, in any order; case and full width do not matter. */
export function hasAllWords(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query).split(/\s+/u).every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
