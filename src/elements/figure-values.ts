type Control = HTMLInputElement | HTMLSelectElement;

/** The controls of a form by name, in their order. Checkboxes and radio buttons of one name belong together. */
function controlsOf(form: HTMLFormElement): ReadonlyMap<string, readonly Control[]> {
  const groups = new Map<string, Control[]>();
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement) || control.name === '') continue;
    groups.set(control.name, [...(groups.get(control.name) ?? []), control]);
  }
  return groups;
}

const isMark = (control: Control | undefined): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** The value of each control; of checkboxes and radio buttons those that are checked, with commas. */
export function formValues(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  for (const [name, controls] of controlsOf(form)) {
    const [first] = controls;
    values.set(name, isMark(first)
      ? controls.filter((control) => isMark(control) && control.checked).map(({ value }) => value).join(',')
      : (first?.value ?? ''));
  }
  return values;
}

/**
 * Sets controls to values that may be anyone's, and gives the names whose value is none that the control can have, or
 * that no control has. Those stay as they are. `redraw` is called after each, as the range of one may depend on another.
 */
export function setFormValues(form: HTMLFormElement, values: URLSearchParams, redraw: () => void): readonly string[] {
  const groups = controlsOf(form);
  const refused = [...new Set(values.keys())].filter((name) => !groups.has(name));
  for (const [name, controls] of groups) {
    const value = values.get(name);
    if (value === null) continue;
    if (setGroup(controls, value)) redraw();
    else refused.push(name);
  }
  return refused;
}

function setGroup(controls: readonly Control[], value: string): boolean {
  const [first] = controls;
  if (!isMark(first)) return first !== undefined && setControl(first, value);
  const wanted = value === '' ? [] : value.split(',');
  const known = controls.map((control) => control.value);
  if (!wanted.every((each) => known.includes(each)) || (first.type === 'radio' && wanted.length !== 1)) return false;
  for (const control of controls) if (isMark(control)) control.checked = wanted.includes(control.value);
  return true;
}

/** A control itself says what it can hold: it changes a value that it cannot, or is not valid with it. */
function setControl(control: Control, value: string): boolean {
  const before = control.value;
  control.value = value;
  const written = control.type === 'number' || control.type === 'range' ? String(Number(value)) : value;
  if (written === value && control.value === value && control.checkValidity()) return true;
  control.value = before;
  return false;
}
