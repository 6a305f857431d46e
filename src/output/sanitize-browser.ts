import createDOMPurify, { type Config, type WindowLike } from 'dompurify';
import { allowedAttributes, isHollow, sanitizePolicy } from './sanitize-policy.ts';

const config: Config = {
  ALLOWED_TAGS: [...sanitizePolicy.tags, '#text'],
  ALLOWED_ATTR: [...sanitizePolicy.attributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // DOMPurify reads every attribute it does not know to be harmless as an address.
  ADD_URI_SAFE_ATTR: sanitizePolicy.attributes.filter((name) => name !== 'href' && name !== 'src'),
  ALLOWED_URI_REGEXP: /^(?:https?|blob|data):/iu,
  FORBID_CONTENTS: [...sanitizePolicy.tagsDroppedWhole],
};

/**
 * A sanitiser for outputs that arrive in the page, by the same policy as the build's. DOMPurify parses into a document
 * of its own, so nothing runs or loads before it is judged. Throws where the window has no DOM to parse with, since
 * DOMPurify would then hand HTML back unchanged.
 */
export function createBrowserSanitizer(host: WindowLike = window): (html: string) => string {
  const purifier = createDOMPurify(host);
  if (!purifier.isSupported) {
    throw new Error('DOMPurify does not support this browser, so HTML outputs cannot be shown. Use a current browser.');
  }
  purifier.addHook('uponSanitizeElement', (node) => {
    if (!(node instanceof host.Element)) return;
    applyAttributes(node);
  });
  return (html) => purifier.sanitize(html, config);
}

function applyAttributes(element: Element): void {
  const tag = element.tagName.toLowerCase();
  const kept = allowedAttributes(tag, Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])));
  for (const { name } of [...element.attributes]) if (kept[name] === undefined) element.removeAttribute(name);
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
  if (isHollow(tag, kept)) element.remove();
}
