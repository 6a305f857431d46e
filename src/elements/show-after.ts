/**
 * What a page does is shown once it has done it for so long, and what stood there before goes then at the latest: a change of the
 * page would only hold up the output of a shorter run, and most runs of a warm kernel are shorter.
 */
export const SHOW_AFTER_MS = 50;
