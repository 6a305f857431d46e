/** Brings the offers of recorded outputs to life; their element is loaded only with a page that has one. */
if (document.querySelector('output-frame')) void import('./output-frame.ts');
