import { imageRows, pickerFlags, pickerWords, type PickerView } from '../../figures/image-picker.ts';
import { FormFigure } from '../form-figure.ts';

/** Upgrades the printed table of images (src/components/figures/ImagePicker.astro). */
class ImagePickerElement extends FormFigure {
  protected override draw(form: HTMLFormElement): void {
    const view = viewOf(new FormData(form));
    for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) part.hidden = part.dataset['for'] !== view.ask;
    this.find('tbody').innerHTML = imageRows(view, this.locale);
    this.find<HTMLElement>('.image-flags').hidden = view.ask === 'flags';
    this.find('.image-flags code').textContent = pickerFlags(view);
    this.say(pickerWords[this.locale].summary(view));
  }
}

function viewOf(data: FormData): PickerView {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  if (text('ask') === 'gpus') return { ask: 'gpus', gpus: data.getAll('gpus').map(Number) };
  return { ask: 'flags', flags: text('flags'), gpu: Number(text('gpu')) };
}

customElements.define('image-picker', ImagePickerElement);
