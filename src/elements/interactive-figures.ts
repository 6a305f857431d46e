import { readFigureLink } from '../figures/figure-link.ts';

/** The module of each interactive figure, by the name of its element. */
const modules = import.meta.glob('./figures/*.ts');
const figures = [...document.querySelectorAll<HTMLElement>('.interactive-figure')];

function load(figure: Element): void {
  const module = modules[`./figures/${figure.localName}.ts`];
  if (!module) throw new Error(`<${figure.localName}> has no module src/elements/figures/${figure.localName}.ts`);
  module().catch((error: unknown) => {
    console.error(`The script of the figure <${figure.localName}> could not be loaded; it stays as it was printed.`, error);
  });
}

const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    load(target);
  }
}, { rootMargin: '200px' });

/** A link to a view of a figure must be read by the figure, wherever on the page it is. */
function loadLinked(): void {
  const linked = readFigureLink(location.hash)?.figure;
  for (const figure of figures) if (figure.id === linked) load(figure);
}

for (const figure of figures) watcher.observe(figure);
addEventListener('hashchange', loadLinked);
loadLinked();
