import type { Locale } from '../i18n/locale.ts';
import { addressKinds, connectLabels, type ConnectLabels } from '../kernel/connect-labels.ts';
import { commandHtml } from './advice-html.ts';

/** The inside of the dialog. `origin` is the page's, which servers have to accept; `base` is the path of the site. */
export function connectDialogHtml(locale: Locale, origin: string, base: string): string {
  const labels = connectLabels[locale];
  return `<form method="dialog" novalidate>
<h2 id="kernel-dialog-title">${labels.title}</h2>
<p>${labels.lead}</p>
<div class="kernel-known" hidden></div>
<fieldset class="kernel-kinds"><legend>${labels.kinds}</legend>${addressKinds.map((kind, index) => kindHtml(kind, index === 0, labels)).join('')}</fieldset>
${fieldHtml('address', labels.address, 'type="text" inputmode="url" spellcheck="false"')}
${fieldHtml('spec', labels.spec, 'type="text" spellcheck="false"', labels.specHint)}
${fieldHtml('token', '', 'type="password"')}
${fieldHtml('server-name', labels.serverName, 'type="text" spellcheck="false"', labels.serverNameHint)}
<label class="kernel-remember"><input name="remember" type="checkbox" aria-describedby="kernel-remember-hint"> ${labels.remember}</label>
<p class="kernel-hint" id="kernel-remember-hint">${labels.rememberHint}</p>
<div class="kernel-progress" hidden><progress aria-label="${labels.connecting}"></progress><span role="status"></span></div>
<div class="kernel-error" role="alert" hidden></div>
<details class="kernel-how-to"><summary>${labels.howTo}</summary>${howToHtml(labels, origin, base, locale)}</details>
<div class="kernel-buttons">
<button type="button" data-action="cancel">${labels.cancel}</button>
<button type="submit" class="kernel-primary">${labels.connect}</button>
</div>
</form>`;
}

function kindHtml(kind: (typeof addressKinds)[number], checked: boolean, { kind: names }: ConnectLabels): string {
  return `<label><input type="radio" name="kind" value="${kind}"${checked ? ' checked' : ''}> <span>${names[kind]}</span></label>`;
}

function fieldHtml(name: string, label: string, attributes: string, hint = ''): string {
  const id = `kernel-${name}`;
  return `<div class="kernel-field" data-field="${name}"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" ${attributes} autocomplete="off" aria-describedby="${id}-hint">
<p class="kernel-hint" id="${id}-hint">${hint}</p></div>`;
}

function howToHtml(labels: ConnectLabels, origin: string, base: string, locale: Locale): string {
  const { copy } = labels;
  const manyUsers = `${base.replace(/\/?$/u, '/')}${locale === 'en' ? '' : `${locale}/`}serving-many-readers/`;
  return [
    commandHtml(labels.howToHere, `npm run kernel -- --origin ${origin}`, copy),
    commandHtml(labels.howToPython, `python3 scripts/kernel.py --origin ${origin}`, copy),
    commandHtml(labels.howToJupyter, `jupyter server --no-browser --ServerApp.allow_origin=${origin}`, copy),
    commandHtml(labels.tunnel, 'ssh -N -L 8888:127.0.0.1:8888 user@gpu-machine', copy),
    `<p><a href="${manyUsers}">${labels.manyUsers}</a></p>`,
  ].join('');
}
