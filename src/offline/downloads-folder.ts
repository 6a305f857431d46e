/** Everything that is downloaded stands below this folder of the site; the service worker keeps a file of it once it was asked for. */
export const DOWNLOADS = 'downloads/';

/** Pictures of pages, for other sites to show beside a link. */
export const PREVIEWS = 'previews/';
