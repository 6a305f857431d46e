import type { Locale } from '../i18n/locale.ts';
import { connectLabels, type AddressKind } from '../kernel/connect-labels.ts';
import { parseKernelPlace, type KernelPlace } from '../kernel/kernel-place.ts';

/** Which fields a kind of server has besides its address. */
const FIELDS: Readonly<Record<AddressKind, readonly string[]>> = {
  jupyter: ['token'], gateway: ['token'], hub: ['token', 'server-name'], binder: ['spec', 'token'],
};

/** What the reader has filled in. Throws a KernelError `address-invalid`. */
export function readPlace(form: HTMLFormElement): KernelPlace {
  const data = new FormData(form);
  const text = (name: string): string => (data.get(name) as string | null)?.trim() ?? '';
  return parseKernelPlace({
    kind: kindOf(form), address: text('address'), token: text('token'), user: '', serverName: text('server-name'), spec: text('spec'),
  });
}

/** Fills in a place of an earlier visit, without its token. */
export function showPlace(form: HTMLFormElement, place: KernelPlace): void {
  if (place.kind === 'site') return;
  input(form, `[name=kind][value=${place.kind}]`).checked = true;
  input(form, '[name=address]').value = place.address;
  if (place.kind === 'hub') input(form, '[name=server-name]').value = place.serverName;
  if (place.kind === 'binder') input(form, '[name=spec]').value = place.spec;
}

/** Shows the fields of the chosen kind of server, with its words. */
export function showKind(form: HTMLFormElement, locale: Locale): void {
  const labels = connectLabels[locale];
  const kind = kindOf(form);
  for (const field of form.querySelectorAll<HTMLElement>('.kernel-field')) {
    const name = field.dataset['field'] ?? '';
    field.hidden = name !== 'address' && !FIELDS[kind].includes(name);
  }
  part(form, '#kernel-address-hint').textContent = labels.addressHint[kind];
  part(form, 'label[for=kernel-token]').textContent = labels.token[kind];
  part(form, '#kernel-token-hint').textContent = labels.tokenHint[kind];
}

function kindOf(form: HTMLFormElement): AddressKind {
  return input(form, '[name=kind]:checked').value as AddressKind;
}

function input(form: HTMLFormElement, selector: string): HTMLInputElement {
  return part(form, selector);
}

function part<T extends HTMLElement = HTMLElement>(form: HTMLFormElement, selector: string): T {
  const found = form.querySelector<T>(selector);
  if (!found) throw new Error(`the form has no ${selector}`);
  return found;
}
