/** Brings a row of tabs to life: pressed or reached with the arrow keys, Home and End, a tab is selected and its index told. */
export function connectTabs(list: HTMLElement, choose: (index: number) => void): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const select = (index: number): void => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    }
    choose(index);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => { select(index); });
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      select(to % tabs.length);
      tabs[to % tabs.length]?.focus();
    });
  }
}
