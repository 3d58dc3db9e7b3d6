import { normalise } from '#server/search/normalise.ts';

/** Words that stand between a title and the number of a part, in the form of `normalise`. */
const PART_WORDS = new Set(
  'part pt vol volume book season no teil band staffel tome partie livre saison parte libro tomo temporada часть том книга сезон bagian buku jilid'.split(
    ' ',
  ),
);
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
/** Signs that part a title from what follows it. */
const SEPARATORS = [':', '：', '~', '〜', '～', '–', '—', ' - '];
/** A number of a part as Chinese and Japanese titles end with it. */
const CJK_PART = /第?(\d{1,2})[部巻卷季冊]$/u;

/** A title without what tells the parts of one story apart: their number, and what follows a colon or a dash. */
export interface TitleStem {
  /** In the form of `normalise`; may be ''. */
  stem: string;
  /** The number of the part; null where the title has none. */
  part: number | null;
}

/** Takes a title apart: “Star fishers II: Home” is the second of “star fishers”. */
export function titleStem(title: string): TitleStem {
  const text = title.normalize('NFKC');
  const ends = SEPARATORS.map((sign) => text.indexOf(sign)).filter((at) => at > 0);
  const whole = normalise(text);
  const head = normalise(text.slice(0, Math.min(text.length, ...ends)));
  const words = (head.length < 2 ? whole : head).split(' ');
  const last = words.at(-1) ?? '';
  const written = CJK_PART.exec(last);
  if (written !== null && words.join(' ').length > written[0].length) {
    words[words.length - 1] = last.slice(0, -written[0].length);
    return { stem: words.join(' ').trim(), part: Number(written[1]) };
  }
  const part = /^\d{1,3}$/.test(last) ? Number(last) : ROMAN.indexOf(last) + 1 || null;
  if (part === null || words.length === 1) return { stem: words.join(' '), part: null };
  words.pop();
  if (words.length > 1 && PART_WORDS.has(words.at(-1)!)) {
    words.pop();
  }
  return { stem: words.join(' '), part };
}
