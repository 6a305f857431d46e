/** What a page says to a worker that waits, when its reader has asked for the new version. */
export const SKIP_WAITING = 'skip-waiting';
