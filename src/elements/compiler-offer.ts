/** Brings the compiler panel of a cell to life when it is first opened; all of it is loaded then. */
document.addEventListener('toggle', ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.matches('.cell-compiler') || !target.open || target.dataset['panel'] === 'there') return;
  target.dataset['panel'] = 'there';
  import('./compiler-panel.ts').then(({ openPanel }) => openPanel(target)).catch((error: unknown) => {
    console.error('The compiler panel could not be loaded.', error);
    delete target.dataset['panel'];
    const body = target.querySelector('.compiler');
    if (body) body.textContent = target.dataset['failed'] ?? '';
  });
}, true);
