import { languageOf } from '#server/features/taxonomy/taxonomy.ts';
import { asciiDigits } from '#server/search/normalise.ts';
import { importMetadata, type ImportMetadata, type ImportTerm } from './import-metadata.ts';
import { NAME_LETTERS, TITLE_LETTERS, plainLine } from './plain-text.ts';

/** What the name of an archive or a folder says; `form` is the convention it follows. */
export interface NamedMetadata {
  metadata: ImportMetadata;
  /** `circle`: `[Circle (Artist)] Title…`; `chapter`: `Series v01 c012…`; `plain`: a title, perhaps with brackets behind it. */
  form: 'circle' | 'chapter' | 'plain';
}

/** Brackets that say how a file was made, not what is in it. */
const TECHNICAL = /^(digital|dl版?|hq|hd|web|webrip|scan|raw|uncensored|decensored|complete|完結|ongoing|incomplete|\d{3,4}p|\d{3,4}x|v\d+|jpe?g|png|webp|cbz|zip)$/i;
/** `[中国翻訳]`, `[英訳]`, `[English translated]`. */
const TRANSLATED = /^(.{1,20}?)(?:翻訳|翻译|漢化|汉化|訳|\s+translat(?:ed|ion))$/i;
const KANJI_LANGUAGES: Record<string, string> = { 中国: 'zh', 中文: 'zh', 英: 'en', 英語: 'en', 韓国: 'ko', スペイン: 'es', フランス: 'fr', ロシア: 'ru' };

const CIRCLE = /^(?:\([^()]{1,60}\)\s*){0,3}\[([^[\]]{1,200})\]\s*([^[\]]*?)\s*((?:\[[^[\]]*\]\s*|\{[^{}]*\}\s*)*)$/u;
const TAG = /^(.*[^\s(])\s*\(([^()]{1,20})\)$/u;
const CHAPTER = /^(.*?)[\s_-]*(?:\bv(?:ol(?:ume)?)?\.?\s*(\d{1,4}))?[\s_-]*(?:\bc(?:h(?:ap(?:ter)?)?)?\.?\s*|#)(\d{1,5}(?:\.\d{1,3})?)(?![\p{L}\d])[\s_]*(.*)$/iu;
const VOLUME = /^(.*?)[\s_-]*\bv(?:ol(?:ume)?)?\.?\s*(\d{1,4})(?![\p{L}\d])[\s_]*(.*)$/iu;
const BARE = /(?:^|[\s_([-])(\d{1,5}(?:\.\d{1,3})?)(?=$|[\s_)\]-])/gu;

/**
 * Reads the name of an archive or a folder, without its extension: `(C99) [Circle (Artist)] Title (Parody) [Language]`,
 * `Series v01 c012 - Title [Group] [en]`, or a title. Underscores stand for spaces. Takes time in proportion to the
 * name, of which 500 letters are read.
 */
export function readName(name: string): NamedMetadata {
  const given = untagged(plainLine(name.slice(0, 500).replaceAll('_', ' '), 500));
  const circle = CIRCLE.exec(given);
  if (circle && (circle[2] ?? '') !== '') { return { form: 'circle', metadata: circleMetadata(circle) }; }
  const { rest, brackets } = trailingBrackets(given);
  const known = bracketMetadata(brackets);
  const chapter = CHAPTER.exec(asciiDigits(rest));
  if (chapter) {
    const [, series = '', , number = '', title = ''] = chapter;
    return { form: 'chapter', metadata: importMetadata({ ...known, series: line(series), number: unpadded(number), title: line(leading(title)) }) };
  }
  const volume = VOLUME.exec(asciiDigits(rest));
  if (volume) {
    const [, series = '', number = '', title = ''] = volume;
    return { form: 'chapter', metadata: importMetadata({ ...known, series: line(series), number: `Vol. ${unpadded(number)}`, title: line(leading(title)) }) };
  }
  return { form: 'plain', metadata: importMetadata({ ...known, title: line(rest) ?? line(given) }) };
}

/**
 * The number and the title of one of several archives in a folder: `01 - The Beginning` is number 1. `number` is null
 * where the name has none; the last number counts where it has several.
 */
export function readPartName(name: string): { number: string | null; title: string | null } {
  const { form, metadata } = readName(name);
  if (form === 'chapter') { return { number: metadata.number, title: metadata.title }; }
  const title = metadata.title ?? '';
  const numbers = [...asciiDigits(title).matchAll(BARE)];
  const last = numbers.at(-1);
  if (last === undefined) { return { number: null, title: line(title) }; }
  const behind = title.slice(last.index + last[0].length);
  return { number: unpadded(last[1] ?? ''), title: line(leading(behind)) };
}

/** Whether a folder's name says that it is one part of something: `Ch 2`, `Chapter 10`, `v01`, `012`. */
export function isPartName(name: string): boolean {
  const { form, metadata } = readName(name);
  return form === 'chapter' ? metadata.series === null : /^\d{1,5}(\.\d{1,3})?$/.test(asciiDigits(name.trim()));
}

function circleMetadata([, people = '', rest = '', brackets = '']: RegExpExecArray): ImportMetadata {
  const circle = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(people);
  const parody = /^(.+?)\s*\(([^()]*)\)\s*$/u.exec(rest);
  const known = bracketMetadata([...brackets.matchAll(/[[{]([^[\]{}]*)[\]}]/g)].map(([, text = '']) => text));
  return importMetadata({
    ...known,
    title: line(parody?.[1] ?? rest),
    terms: {
      ...known.terms,
      group: [...(circle ? terms(circle[1]) : []), ...(known.terms.group ?? [])],
      artist: terms(circle ? circle[2] : people),
      parody: terms(parody?.[2]),
    },
  });
}

/** What brackets behind a title say: a language, and behind it the group that translated. */
function bracketMetadata(brackets: readonly string[]): Partial<ImportMetadata> & Pick<ImportMetadata, 'terms'> {
  let language: string | null = null;
  let translated = false;
  let speechless = false;
  const groups: ImportTerm[] = [];
  for (const text of brackets.map((bracket) => bracket.trim())) {
    const translation = TRANSLATED.exec(text);
    const code = languageOf(KANJI_LANGUAGES[translation?.[1] ?? text] ?? translation?.[1] ?? text)?.code;
    if (code !== undefined && language === null) {
      language = code;
      translated ||= translation !== null;
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
  for (let tag = TAG.exec(rest); tag && (TECHNICAL.test(tag[2] ?? '') || /^(\d{1,2}|(19|20)\d{2})$/.test(tag[2] ?? '')); tag = TAG.exec(rest)) { rest = tag[1] ?? ''; }
  return rest;
}

function trailingBrackets(name: string): { rest: string; brackets: string[] } {
  let rest = name;
  const brackets: string[] = [];
  for (let match = /^(.*\S)\s*\[([^[\]]{1,100})\]$/u.exec(rest); match; match = /^(.*\S)\s*\[([^[\]]{1,100})\]$/u.exec(rest)) {
    rest = match[1] ?? '';
    brackets.unshift(match[2] ?? '');
  }
  return { rest, brackets };
}

function terms(names: string | undefined): ImportTerm[] {
  return (names ?? '').split(/[,\u3001\uff0c]/).flatMap((name) => {
    const clean = plainLine(name, NAME_LETTERS);
    return clean === '' ? [] : [{ name: clean }];
  });
}

function line(text: string): string | null {
  return plainLine(text.replace(/[\s_-]+$/u, ''), TITLE_LETTERS) || null;
}

/** A title without the dash that parts it from the number before it. */
function leading(text: string): string {
  return text.replace(/^[\s_:.\u2013\u2014-]+/u, '');
}

function unpadded(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}
