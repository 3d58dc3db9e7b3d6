import { lookAlikeKey } from '#server/search/look-alikes.ts';
import { normalise } from '#server/search/normalise.ts';
import { FRIENDS, MINORS, NAMES, NOT_REAL, REAL, SEXUAL } from './prohibited-terms.ts';

/** Scripts that are written without spaces: what is looked for is found anywhere in them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
/** Letters that cannot be seen. */
const INVISIBLE = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
/** Signs and digits that stand for letters, where letters follow; 0 and 1 are look-alikes already. */
const LEET: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '|': 'l', '€': 'e', '+': 't' };
const LEET_DIGITS: Record<string, string> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** Words, or signs of writing without spaces, that may stand between two words which belong together. */
const BETWEEN = 2;
const BETWEEN_SIGNS = 3;

/** Words to find, ready to be found. */
interface Words {
  exact: ReadonlySet<string>;
  looks: ReadonlySet<string>;
  stems: readonly string[];
  anywhere: readonly string[];
}

/** A text, ready to be searched: its words in the forms people hide them in, and its signs without spaces. */
interface FoldedText {
  words: readonly string[][];
  signs: string;
}

const CORE = {
  names: splitWords(NAMES),
  minors: splitWords(MINORS),
  sexual: splitWords(SEXUAL),
  real: splitWords(REAL),
  notReal: splitWords(NOT_REAL),
};
const CORE_FRIENDS = FRIENDS.map(normalise);

/**
 * The first of these texts that names what is prohibited: by the list that comes with the product, or by `own`, an
 * operator's words and phrases. Compared as `normalise` folds texts, without signs that cannot be seen, and with
 * look-alikes, digits and signs as the letters that they stand for. Takes time in proportion to the texts.
 */
export function prohibitedText(texts: readonly string[], own: readonly string[] = []): string | null {
  const phrases = listPhrases(own);
  return (
    texts.find((text) => {
      const folded = foldText(text);
      return isCore(folded) || phrases.some((phrase) => holds(folded, phrase));
    }) ?? null
  );
}

/** An operator's words as they are compared: made once of each list, which many texts are compared with. */
const foldedLists = new WeakMap<readonly string[], readonly string[]>();

function listPhrases(own: readonly string[]): readonly string[] {
  const known = foldedLists.get(own) ?? own.map(normalise).filter((phrase) => phrase !== '');
  foldedLists.set(own, known);
  return known;
}

function isCore(text: FoldedText): boolean {
  const { names, minors, sexual, real, notReal } = CORE;
  return (
    places(text, names).length > 0 ||
    isNear(text, minors, sexual) ||
    isNear(text, real, notReal) ||
    isCompound(text, minors, sexual) ||
    names.anywhere.some((entry) => text.signs.includes(entry)) ||
    isNearInSigns(text.signs, minors.anywhere, sexual.anywhere)
  );
}

function foldText(text: string): FoldedText {
  const seen = text.normalize('NFKC').replace(INVISIBLE, '');
  const spelt = seen.replace(/[@$!|€+](?=[\p{L}\p{N}])/gu, (sign) => LEET[sign] ?? sign);
  const plain = withoutFriends(normalise(seen));
  const more = spelt === seen ? [] : wordForms(withoutFriends(normalise(spelt)));
  return {
    words: [...wordForms(plain), ...(more.length > 0 ? [[''], [''], [''], ...more] : [])],
    signs: plain.replaceAll(' ', ''),
  };
}

function wordForms(text: string): string[][] {
  return joined(text.split(' ').filter(Boolean)).map((word) => listForms(word));
}

function withoutFriends(text: string): string {
  let left = ` ${text} `;
  for (const friend of CORE_FRIENDS) {
    left = left.replaceAll(UNSPACED.test(friend) ? friend : ` ${friend} `, ' . ');
  }
  return left.trim();
}

/** Letters that stand alone, three or more one after another, are a word that was pulled apart. */
function joined(words: readonly string[]): string[] {
  const all: string[] = [];
  let run: string[] = [];
  const end = () => {
    all.push(...(run.length >= 3 ? [run.join('')] : run));
    run = [];
  };
  for (const word of words) {
    if (/^\p{L}$/u.test(word)) {
      run.push(word);
    } else {
      end();
      all.push(word);
    }
  }
  end();
  return all;
}

/** A word as it is written, without letters that are held down, and, where it is not plain, as it looks. */
function listForms(word: string): string[] {
  const short = word.replace(/(\p{L})\1{2,}/gu, '$1');
  const plain = /^[a-z]+$/.test(short);
  const look =
    plain || /^\d+$/.test(short)
      ? []
      : [`~${lookAlikeKey(short.replace(/[34578]/g, (digit) => LEET_DIGITS[digit] ?? digit))}`];
  return [...new Set([word, short, ...look])];
}

function splitWords(entries: readonly string[]): Words {
  const spaced = entries.filter((entry) => !UNSPACED.test(entry));
  const whole = spaced.filter((entry) => !entry.endsWith('…')).map(normalise);
  const stems = spaced.filter((entry) => entry.endsWith('…')).map(normalise);
  return {
    exact: new Set(whole),
    looks: new Set(whole.map((word) => `~${lookAlikeKey(word)}`)),
    stems: [...stems, ...stems.map((stem) => `~${lookAlikeKey(stem)}`)],
    anywhere: entries.filter((entry) => UNSPACED.test(entry)).map((entry) => normalise(entry).replaceAll(' ', '')),
  };
}

function isOne(word: string, { exact, looks, stems }: Words): boolean {
  return exact.has(word) || looks.has(word) || stems.some((stem) => word.startsWith(stem));
}

function places({ words }: FoldedText, wanted: Words): number[] {
  return words.flatMap((forms, at) => (forms.some((form) => isOne(form, wanted)) ? [at] : []));
}

function isNear(text: FoldedText, one: Words, other: Words): boolean {
  const others = places(text, other);
  return (
    others.length > 0 &&
    places(text, one).some((at) => others.some((place) => place !== at && Math.abs(place - at) <= BETWEEN + 1))
  );
}

/** Both in one word, as German and Russian write them. */
function isCompound({ words }: FoldedText, one: Words, other: Words): boolean {
  const starts = [...one.exact].filter((word) => word.length > 2);
  const ends = [...other.exact, ...other.stems].filter((word) => word.length > 2 && !word.startsWith('~'));
  return words.some((forms) =>
    forms.some((form) =>
      starts.some((start) => form.startsWith(start) && ends.some((end) => form.startsWith(end, start.length))),
    ),
  );
}

function isNearInSigns(signs: string, one: readonly string[], other: readonly string[]): boolean {
  return one.some((entry) => {
    for (let at = signs.indexOf(entry); at >= 0; at = signs.indexOf(entry, at + 1)) {
      const around = signs.slice(Math.max(0, at - BETWEEN_SIGNS - 4), at + entry.length + BETWEEN_SIGNS + 4);
      if (other.some((each) => around.includes(each))) return true;
    }
    return false;
  });
}

/** Whether a text has a phrase: anywhere in scripts without spaces, else word by word. */
function holds({ words, signs }: FoldedText, phrase: string): boolean {
  if (UNSPACED.test(phrase)) return signs.includes(phrase.replaceAll(' ', ''));
  const wanted = phrase.split(' ');
  const looks = wanted.map((word) => `~${lookAlikeKey(word)}`);
  return words.some((_, at) =>
    wanted.every((word, step) => {
      const forms = words[at + step] ?? [];
      return forms.includes(word) || forms.includes(looks[step] ?? '');
    }),
  );
}
