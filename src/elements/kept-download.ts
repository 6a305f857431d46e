/**
 * Lets clicks on the downloads of a page go through the service worker, which keeps what was asked for: Chromium asks the
 * network alone for a link with `download`. Without a worker, links stay what they are.
 */
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest<HTMLAnchorElement>('.note-downloads a[download], a.cell-file[download]');
  if (!link || link.href.startsWith('blob:') || !('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  event.preventDefault();
  void save(link);
});

async function save(link: HTMLAnchorElement): Promise<void> {
  const name = link.pathname.slice(link.pathname.lastIndexOf('/') + 1);
  const response = await fetch(link.href).catch((error: unknown) => {
    console.warn(`${link.href} was never downloaded before, and there is no network.`, error);
    return null;
  });
  const copy = document.createElement('a');
  copy.download = name;
  copy.href = response?.ok === true ? URL.createObjectURL(await response.blob()) : link.href;
  copy.click();
  // The blob lives until the file is written.
  if (copy.href.startsWith('blob:')) setTimeout(() => { URL.revokeObjectURL(copy.href); }, 60_000);
}
