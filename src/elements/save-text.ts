/** Offers text in pieces to the reader as a file. */
export function saveText(name: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address when the click returns; the blob lives until the file is written.
  setTimeout(() => { URL.revokeObjectURL(address); }, 60_000);
}
