/** Puts a text on the clipboard, which a page without TLS has not, and a browser may refuse. */
export async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch (error) {
    console.info('The browser does not let the page write to the clipboard.', error);
    return 'refused';
  }
}
