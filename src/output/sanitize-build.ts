import sanitize from 'sanitize-html';
import { allowedAttributes, isHollow, sanitizePolicy } from './sanitize-policy.ts';

const options: sanitize.IOptions = {
  allowedTags: [...sanitizePolicy.tags],
  allowedAttributes: { '*': [...sanitizePolicy.attributes] },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { img: ['data', 'blob'] },
  allowProtocolRelative: false,
  nonTextTags: [...sanitizePolicy.tagsDroppedWhole],
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // The policy has judged each declaration; a second parser would only fail on what the first let pass.
  parseStyleAttributes: false,
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: { ...allowedAttributes(tagName, attribs) } }),
  },
  exclusiveFilter: (frame) => isHollow(frame.tag, frame.attribs),
};

/** HTML of an output as the policy allows it. Needs no DOM: used where pages are built. */
export function sanitizeBuildHtml(html: string): string {
  return sanitize(html, options);
}
