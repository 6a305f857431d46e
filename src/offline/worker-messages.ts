/** What a page says to a service worker of the site. */
export const SKIP_WAITING = 'skip-waiting';
/** Comes with a port, which is told `true` when no more than one page of the site is open. */
export const IS_ALONE = 'is-alone';
