/** English words that say little about a page. They stay in the index; a query counts them for less. */
const ENGLISH = new Set(
  `a about all am an and any are as at be been but by can could did do does doing each for from get had has have he her
  how i if in into is it its itself just like may me more most much must my no not of off on one only or other our out
  over own same she should so some such than that the their them then there these they this those through to too under
  up use used uses using very was we were what when where which while who whom why will with without would you your`.split(
    /\s+/,
  ),
);

const HAN = /[的了是吗呢吧着么怎什哪何为有在和与或及被把给让到从对就都也很]/u;

export function isEnglishStopWord(surface: string): boolean {
  return ENGLISH.has(surface);
}

/** A bigram with a function character in it is mostly the seam between two words. */
export function isHanSeam(bigram: string): boolean {
  return HAN.test(bigram);
}
