/** All that is loaded with the first widget that the page shows. */
export { freezeWidgets } from '../output/freeze-widgets.ts';
export { widgetHtml } from '../output/render-widget.ts';
