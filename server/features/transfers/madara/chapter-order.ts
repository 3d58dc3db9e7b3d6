import { htmlText } from '../html-text.ts';

/** A chapter as Madara's tables have it. */
export interface MadaraChapter {
  id: number;
  volume: number;
  name: string;
  extend: string;
  slug: string;
  /** `YYYY-MM-DD hh:mm:ss`, UTC. */
  date: string;
}

/** A chapter as it is here. */
export interface OrderedChapter {
  id: number;
  slug: string;
  number: string | null;
  name: string;
  volume: string | null;
  /** Its place; null: by its number. */
  position: number | null;
  at: Date | null;
}

/** Letters of a name of a chapter or a volume. */
const MAX_NAME = 200;

/** A volume before the chapter, and the words for a chapter in the languages of such sites. */
const VOLUME = /^vol(?:ume)?\.?\s?\d{1,4}(?!\d)/i;
const WORD =
  /^(?:chapters?|chap|chapitre|ch|episode|ep|cap[ií]tulo|cap|b[oö]l[uü]m|глава|kapitel|第|الفصل|فصل|अध्याय)(?![a-z])/iu;
const NUMBER = /^\d{1,5}(?:[.,]\d{1,3})?(?!\d)/;
const COUNTER = /^[话話章回]/u;
/** Signs that stand between the parts of a name. */
const BETWEEN = /^[\s.#,:–—-]{1,5}/u;

/**
 * The chapters of a work in their order. With numbers they stand by them, those without behind the one that was made before them; where numbers
 * begin anew with each volume, all stand as they were made.
 */
export function orderChapters(
  chapters: readonly MadaraChapter[],
  volumes: ReadonlyMap<number, string>,
): OrderedChapter[] {
  const read = chapters.map((chapter) => ({ ...chapter, ...readNames(chapter), volumeId: chapter.volume }));
  const numbers = read.flatMap(({ number }) => number ?? []);
  const areNumbersEnough = new Set(numbers).size === numbers.length;
  let [last, behind] = [0, 0];
  return read.map(({ id, slug, number, title, volumeId, date }, at) => {
    const place = number === null ? null : Number(number);
    if (place !== null && areNumbersEnough) {
      [last, behind] = [place, 0];
    } else {
      behind += 1;
    }
    return {
      id,
      slug,
      number,
      name: title,
      volume: volumeName(volumes.get(volumeId) ?? ''),
      position: areNumbersEnough ? (place === null ? last + behind / 1000 : null) : at + 1,
      at: moment(date),
    };
  });
}

/** A moment of a dump, UTC; null for none. */
export function moment(date: string): Date | null {
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(date) ? new Date(`${date.slice(0, 19).replace(' ', 'T')}Z`) : null;
  return at === null || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1990 ? null : at;
}

function readNames({ name, extend, slug }: MadaraChapter): { number: string | null; title: string } {
  const [own, more] = [line(name), line(extend)];
  const found = numbered(own);
  const number = found?.number ?? /^(?:chapter|chap|ch|episode)-(\d{1,5}(?:-\d{1,2})?)$/.exec(slug)?.[1] ?? null;
  const title = [found?.rest ?? own, more].filter((text) => text !== '' && text !== '0').join(' – ');
  return {
    number: number === null ? null : String(Number(number.replace(/[,-]/, '.'))),
    title: title.slice(0, MAX_NAME).toWellFormed(),
  };
}

/** The number of a name that begins with one, or with the word for a chapter and one, and what stands behind a sign; null for other names. */
function numbered(name: string): { number: string; rest: string } | null {
  const start = without(without(name, VOLUME, BETWEEN), WORD, BETWEEN);
  const number = NUMBER.exec(start)?.[0];
  if (number === undefined) return null;
  const behind = without(start.slice(number.length), COUNTER).trimStart();
  const sign = BETWEEN.exec(behind)?.[0] ?? '';
  return behind === '' || sign !== '' ? { number, rest: behind.slice(sign.length).trim() } : null;
}

/** A text without what it begins with. */
function without(text: string, ...starts: RegExp[]): string {
  return starts.reduce((rest, start) => rest.replace(start, ''), text);
}

function volumeName(name: string): string | null {
  const text = line(name);
  return (
    (/^(?:vol(?:ume)?\.?|tome|band|том)?\s*(\d{1,4})$/i.exec(text)?.[1] ?? text.slice(0, 50).toWellFormed()) || null
  );
}

function line(text: string): string {
  return htmlText(text).replace(/\s+/g, ' ').trim();
}
