import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { asciiDigits } from '#server/search/normalise.ts';
import { importMetadata, type ImportMetadata, type ImportTerm } from './import-metadata.ts';
import { NAME_LETTERS, TITLE_LETTERS, plainLine } from '#server/features/intake/formats/plain-text.ts';

/** The metadata in the name of an archive or a folder; `form` is the convention it follows. */
export interface NamedMetadata {
  metadata: ImportMetadata;
  /** `circle`: `[Circle (Artist)] Title…`; `chapter`: `Series v01 c012…`; `plain`: a title, perhaps with brackets behind it. */
  form: 'circle' | 'chapter' | 'plain';
}

/** Brackets that say how a file was made, not what is in it. */
const TECHNICAL =
  /^(digital|dl版?|hq|hd|web|webrip|scan|raw|uncensored|decensored|complete|完結|ongoing|incomplete|\d{3,4}p|\d{3,4}x|v\d+|jpe?g|png|webp|cbz|zip)$/i;
/** `[中国翻訳]`, `[英訳]`, `[English translated]`: a language of 1 to 20 letters before it. Spaces are single here. */
const TRANSLATED = /(?:翻訳|翻译|漢化|汉化|訳| translat(?:ed|ion))$/i;
const LANGUAGE_LETTERS = 20;
const KANJI_LANGUAGES: Record<string, string> = {
  中国: 'zh',
  中文: 'zh',
  英: 'en',
  英語: 'en',
  韓国: 'ko',
  スペイン: 'es',
  フランス: 'fr',
  ロシア: 'ru',
};

/** An event, `(C99)`, of which three may stand in front; then the circle. */
const EVENT = /\([^()]+\)\s*/uy;
const MAX_EVENTS = 3;
const PEOPLE = /\[([^[\]]+)\]/uy;
/** Letters of the people in the first brackets. */
const MAX_PEOPLE = 200;
const CHAPTER = /(?:\bc(?:h(?:ap(?:ter)?)?)?\.?\s*|#)(\d{1,5}(?:\.\d{1,3})?)(?![\p{L}\d])/iu;
const VOLUME = /\bv(?:ol(?:ume)?)?\.?\s*(\d{1,4})(?![\p{L}\d])/iu;
const VOLUME_AT_END = /\bv(?:ol(?:ume)?)?\.?\s*(\d{1,4})$/iu;
/** Letters of a note in brackets. */
const MAX_NOTE = 100;
const BARE = /(?:^|[\s_([-])(\d{1,5}(?:\.\d{1,3})?)(?=$|[\s_)\]-])/gu;

/**
 * Reads the name of an archive or a folder, without its extension: `(C99) [Circle (Artist)] Title (Parody) [Language]`,
 * `Series v01 c012 - Title [Group] [en]`, or a title. Underscores stand for spaces. Takes time in proportion to the
 * name, of which 500 letters are read.
 */
export function readName(name: string): NamedMetadata {
  const given = untagged(plainLine(name.slice(0, 500).replaceAll('_', ' '), 500));
  const circle = parseCircle(given);
  if (circle !== null && circle.rest !== '') return { form: 'circle', metadata: circleMetadata(circle) };
  const { rest, brackets } = trailingBrackets(given);
  const known = bracketMetadata(brackets);
  const text = asciiDigits(rest);
  const chapter = CHAPTER.exec(text);
  if (chapter) {
    const before = line(text.slice(0, chapter.index)) ?? '';
    const volume = VOLUME_AT_END.exec(before)?.[1];
    const title = line(leading(text.slice(chapter.index + chapter[0].length)));
    return {
      form: 'chapter',
      metadata: importMetadata({
        ...known,
        series: line(before.replace(VOLUME_AT_END, '')),
        number: unpadded(chapter[1] ?? ''),
        volume: volume === undefined ? null : unpadded(volume),
        title,
      }),
    };
  }
  const volume = VOLUME.exec(text);
  if (volume) {
    const title = line(leading(text.slice(volume.index + volume[0].length)));
    return {
      form: 'chapter',
      metadata: importMetadata({
        ...known,
        series: line(text.slice(0, volume.index)),
        number: `Vol. ${unpadded(volume[1] ?? '')}`,
        title,
      }),
    };
  }
  return { form: 'plain', metadata: importMetadata({ ...known, title: line(rest) ?? line(given) }) };
}

/**
 * The number and the title of one of several archives in a folder: `01 - The Beginning` is number 1. `number` is null
 * where the name has none; the last number counts where it has several.
 */
export function readPartName(name: string): { number: string | null; title: string | null } {
  const { form, metadata } = readName(name);
  if (form === 'chapter') return { number: metadata.number, title: metadata.title };
  const title = metadata.title ?? '';
  const numbers = [...asciiDigits(title).matchAll(BARE)];
  const last = numbers.at(-1);
  if (last === undefined) return { number: null, title: line(title) };
  const behind = title.slice(last.index + last[0].length);
  return { number: unpadded(last[1] ?? ''), title: line(leading(behind)) };
}

/** Whether a folder's name says that it is one part of something: `Ch 2`, `Chapter 10`, `v01`, `012`. */
export function isPartName(name: string): boolean {
  const { form, metadata } = readName(name);
  return form === 'chapter' ? metadata.series === null : /^\d{1,5}(\.\d{1,3})?$/.test(asciiDigits(name.trim()));
}

/** The parts of a name in the convention of circles: who stands in the first brackets, what follows, and brackets behind it. */
interface CircleName {
  people: string;
  rest: string;
  brackets: string[];
}

/** The parts of `(C99) [Circle (Artist)] Title (Parody) [Language]`; null where brackets stand elsewhere. */
function parseCircle(name: string): CircleName | null {
  let at = 0;
  for (let events = 0; events < MAX_EVENTS; events += 1) {
    EVENT.lastIndex = at;
    at += EVENT.exec(name)?.[0].length ?? 0;
  }
  PEOPLE.lastIndex = at;
  const found = PEOPLE.exec(name);
  if (found === null || (found[1] ?? '').length > MAX_PEOPLE) return null;
  const brackets: string[] = [];
  let rest = name.slice(at + found[0].length).trim();
  for (
    let end = lastBrackets(rest, '[', ']') ?? lastBrackets(rest, '{', '}');
    end !== null;
    end = lastBrackets(rest, '[', ']') ?? lastBrackets(rest, '{', '}')
  ) {
    rest = end.before;
    brackets.unshift(end.inside);
  }
  return /[[\]]/.test(rest) ? null : { people: found[1] ?? '', rest, brackets };
}

/** The text before the brackets that a text ends with, without space at its end, and what stands in them; null where it ends otherwise. */
function lastBrackets(text: string, opens: string, closes: string): { before: string; inside: string } | null {
  if (!text.endsWith(closes)) return null;
  const from = text.lastIndexOf(opens);
  const inside = text.slice(from + 1, -1);
  return from < 0 || inside.includes(closes) ? null : { before: text.slice(0, from).trimEnd(), inside };
}

function circleMetadata({ people, rest, brackets }: CircleName): ImportMetadata {
  const circle = lastBrackets(people.trimEnd(), '(', ')');
  const behind = lastBrackets(rest, '(', ')');
  const parody = behind === null || behind.before === '' ? null : behind;
  const known = bracketMetadata(brackets);
  return importMetadata({
    ...known,
    title: line(parody?.before ?? rest),
    terms: {
      ...known.terms,
      group: [...(circle ? terms(circle.before) : []), ...(known.terms.group ?? [])],
      artist: terms(circle ? circle.inside : people),
      parody: terms(parody?.inside),
    },
  });
}

/** The metadata in brackets behind a title: a language, and behind it the group that translated. */
function bracketMetadata(brackets: readonly string[]): Partial<ImportMetadata> & Pick<ImportMetadata, 'terms'> {
  let language: string | null = null;
  let translated = false;
  let speechless = false;
  const groups: ImportTerm[] = [];
  for (const text of brackets.map((bracket) => bracket.trim())) {
    const translation = TRANSLATED.exec(text)?.index ?? 0;
    const isTranslation = translation > 0 && translation <= LANGUAGE_LETTERS;
    const named = isTranslation ? text.slice(0, translation) : text;
    const code = findLanguage(KANJI_LANGUAGES[named] ?? named)?.code;
    if (code !== undefined && language === null) {
      language = code;
      translated ||= isTranslation;
    } else if (/^(textless|speechless|wordless)$/i.test(text)) {
      speechless = true;
    } else if (text !== '' && !TECHNICAL.test(text)) {
      groups.push(...terms(text));
    }
  }
  return { language, translated, speechless, terms: groups.length > 0 ? { group: groups } : {} };
}

/** A name without what stands behind it in parentheses about the file: `(Digital)`, `(2012)`, the `(1)` of a copy. */
function untagged(name: string): string {
  let rest = name;
  for (
    let tag = lastBrackets(rest, '(', ')');
    tag !== null && tag.before !== '' && isTag(tag.inside);
    tag = lastBrackets(rest, '(', ')')
  ) {
    rest = tag.before;
  }
  return rest;
}

function isTag(text: string): boolean {
  return TECHNICAL.test(text) || /^(\d{1,2}|(19|20)\d{2})$/.test(text);
}

function trailingBrackets(name: string): { rest: string; brackets: string[] } {
  let rest = name;
  const brackets: string[] = [];
  for (let end = lastBrackets(rest, '[', ']'); end !== null && isNote(end); end = lastBrackets(rest, '[', ']')) {
    rest = end.before;
    brackets.unshift(end.inside);
  }
  return { rest, brackets };
}

/** Whether brackets stand behind something, and hold no more than a note. */
function isNote({ before, inside }: { before: string; inside: string }): boolean {
  return before !== '' && inside.length >= 1 && inside.length <= MAX_NOTE;
}

function terms(names: string | undefined): ImportTerm[] {
  return (names ?? '').split(/[,\u3001\uff0c]/).flatMap((name) => {
    const clean = plainLine(name, NAME_LETTERS);
    return clean === '' ? [] : [{ name: clean }];
  });
}

function line(text: string): string | null {
  return plainLine(text.replace(/(?<![\s_-])[\s_-]+$/u, ''), TITLE_LETTERS) || null;
}

/** A title without the dash that parts it from the number before it. */
function leading(text: string): string {
  return text.replace(/^[\s_:.\u2013\u2014-]+/u, '');
}

function unpadded(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}
