import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { MAX_VOLUME } from '#contract/chapter-editing.ts';
import {
  CREDIT_ROLES,
  MAX_CREDIT_NAME,
  MAX_CREDIT_PAGE,
  MAX_CREDITS,
  type CreditRole,
  type WantedCredit,
} from '#contract/credits.ts';
import { STATUSES, type Direction, type Rating } from '#contract/comics.ts';
import { findLink, type LinkIds } from '#contract/links.ts';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { xmlText } from '#server/images/archives/xml-text.ts';
import { ALTERNATIVE_TITLE, CREDITS, SPACED_KINDS } from '#server/features/intake/public/comic-info-fields.ts';
import {
  importMetadata,
  type ImportMetadata,
  type ImportTerm,
  type ImportWarning,
} from '#server/features/intake/public/import-metadata.ts';
import { DESCRIPTION_LETTERS, NAME_LETTERS, TITLE_LETTERS, plainLine, plainText } from './plain-text.ts';

/** Metadata as a file in an archive gives it, with what of it could not be used. */
export interface FoundMetadata {
  metadata: ImportMetadata;
  warnings: ImportWarning[];
}

/** Most terms of one kind: far more than any real comic has, far less than would fill the catalogue. */
const MAX_TERMS = 100;
/** Most letters of the addresses of pages about it that are looked at. */
const WEB_LETTERS = 10_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Entities are decoded below: the five of XML and numbers, never one that a file declares.
  processEntities: false,
  htmlEntities: false,
  isArray: (name) => name === 'Page',
});

/**
 * Reads a ComicInfo.xml: every field that has a place here (decisions, "Programs, addresses, limits").
 *
 * A file that cannot be read, or that declares a document type, gives nothing but the warning `metadata-unreadable`;
 * a value that cannot be used is left out with the warning `metadata-ignored` {field, value}. Never throws.
 */
export function readComicInfo(bytes: Uint8Array): FoundMetadata {
  const fields = readFields(bytes);
  if (fields === null) {
    return {
      metadata: importMetadata(),
      warnings: [{ code: 'metadata-unreadable', params: { file: 'ComicInfo.xml' } }],
    };
  }
  return new ComicInfo(fields).read();
}

type Fields = Map<string, unknown>;

function readFields(bytes: Uint8Array): Fields | null {
  try {
    const text = xmlText(bytes);
    if (/<!DOCTYPE|<!ENTITY/i.test(text) || XMLValidator.validate(text.replace(/^\ufeff/, '')) !== true) return null;
    const root: unknown = Object.entries(parser.parse(text) as object).find(
      ([name]) => name.toLowerCase() === 'comicinfo',
    )?.[1];
    if (root === undefined) return null;
    return new Map(typeof root === 'object' && root !== null ? Object.entries(root) : []);
  } catch {
    return null;
  }
}

class ComicInfo {
  readonly #fields: Fields;
  readonly #warnings: ImportWarning[] = [];

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(): FoundMetadata {
    const { tags, spaces } = namespaced(this.#list('Genre', 'Tags'));
    const credits = this.#credits();
    const isCredited = (role: CreditRole) => (term: ImportTerm) =>
      credits.noted && credits.all.some((credit) => credit.role === role && sameName(credit.name, term.name));
    const translators = this.#list('Translator').filter((term) => !isCredited('translator')(term));
    const artists = [
      ...this.#list('Penciller', 'Inker', 'Colorist'),
      ...this.#list('Letterer').filter((term) => !isCredited('letterer')(term)),
      ...this.#list('CoverArtist'),
    ];
    const named = (...names: string[]) =>
      [...tags, ...spaces.language].some(({ name }) => names.includes(name.toLowerCase()));
    const metadata = importMetadata({
      title: this.#line('Title', TITLE_LETTERS),
      series: this.#line('Series', TITLE_LETTERS),
      number: this.#line('Number', 30),
      volume: this.#volume(),
      count: this.#whole('Count', 1, 100_000),
      alternativeTitle: this.#line('LocalizedSeries', TITLE_LETTERS) ?? this.#noted(ALTERNATIVE_TITLE),
      description: plainText(this.#text('Summary'), DESCRIPTION_LETTERS) || null,
      language: this.#language(),
      rating: this.#rating(),
      direction: this.#direction(named('long strip', 'webtoon')),
      status: STATUSES.find((status) => spaces.status.some(({ name }) => name.toLowerCase() === status)) ?? null,
      translated: translators.length > 0 || named('translated'),
      speechless: named('speechless', 'wordless', 'textless'),
      rewritten: named('rewritten', 'rewrite'),
      releasedOn: this.#date(),
      links: this.#links(),
      credits: credits.all,
      coverPage: this.#coverPage(),
      pageCount: this.#whole('PageCount', 0, 100_000),
      terms: {
        author: this.#list('Writer'),
        artist: unique(artists),
        group: unique([...translators, ...this.#list('Teams')]),
        tag: tags,
        character: this.#list('Characters'),
        publisher: this.#one('Publisher'),
        ...Object.fromEntries(SPACED_KINDS.flatMap((kind) => (spaces[kind].length > 0 ? [[kind, spaces[kind]]] : []))),
      },
    });
    return { metadata, warnings: this.#warnings };
  }

  #text(name: string): string {
    const value = this.#fields.get(name);
    return typeof value === 'string' ? decoded(value) : '';
  }

  #line(name: string, most: number): string | null {
    return plainLine(this.#text(name), most) || null;
  }

  #one(name: string): ImportTerm[] {
    const value = this.#line(name, NAME_LETTERS);
    return value === null ? [] : [{ name: value }];
  }

  /**
   * Who did what: as a line of the notes says (`noted`), which is ours; else of whom there are elements.
   */
  #credits(): { all: WantedCredit[]; noted: boolean } {
    const line = this.#noted(CREDITS, CREDIT_LETTERS);
    const all =
      line === null
        ? CREDITED.flatMap(([name, role]) => this.#list(name).map((term) => creditFor(role, term.name)))
        : line.split(';').flatMap((text) => parseCredit(text) ?? []);
    return { all: all.slice(0, MAX_CREDITS), noted: line !== null };
  }

  /** The rest of a line of the notes that begins with these words. */
  #noted(words: string, most = TITLE_LETTERS): string | null {
    const line = this.#text('Notes')
      .split(/\r?\n/)
      .find((one) => one.startsWith(words));
    return line === undefined ? null : plainLine(line.slice(words.length), most) || null;
  }

  #list(...names: string[]): ImportTerm[] {
    return unique(
      names
        .flatMap((name) => this.#text(name).split(/[,\uff0c\u3001]/))
        .flatMap((text) => {
          const name = plainLine(text, NAME_LETTERS);
          return name === '' ? [] : [{ name }];
        }),
    );
  }

  #ignore(field: string, value: string): null {
    this.#warnings.push({ code: 'metadata-ignored', params: { field, value: plainLine(value, 100) } });
    return null;
  }

  #whole(name: string, least: number, most: number): number | null {
    const text = this.#text(name).trim();
    if (text === '' || text === '-1') return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : this.#ignore(name, text);
  }

  /** Programs for American comics write the year there in which a series began. */
  #volume(): string | null {
    const volume = this.#line('Volume', MAX_VOLUME);
    return volume === '-1' || /^(19|20)\d\d$/.test(volume ?? '') ? null : volume;
  }

  #language(): string | null {
    const text = this.#text('LanguageISO').trim();
    return text === '' ? null : (findLanguage(text)?.code ?? this.#ignore('LanguageISO', text));
  }

  #rating(): Rating | null {
    const text = this.#text('AgeRating').trim();
    const known = RATINGS[text.toLowerCase().replace(/\s+/g, ' ')];
    return text === '' || known === null ? null : (known ?? this.#ignore('AgeRating', text));
  }

  #direction(strip: boolean): Direction | null {
    const manga = this.#text('Manga').trim();
    if (manga !== '' && !/^(unknown|no|yes|yesandrighttoleft)$/i.test(manga)) {
      this.#ignore('Manga', manga);
    }
    if (/^yesandrighttoleft$/i.test(manga)) return 'rtl';
    if (strip || /^(webtoon|long strip)$/i.test(this.#text('Format').trim())) return 'vertical';
    return /^no$/i.test(manga) ? 'ltr' : null;
  }

  #date(): string | null {
    const year = this.#whole('Year', 1000, 2999);
    const month = this.#whole('Month', 1, 12);
    const day = this.#whole('Day', 1, 31);
    if (year === null) return null;
    const two = (part: number | null) => String(part ?? 1).padStart(2, '0');
    const date = `${year}-${two(month)}-${two(month === null ? null : day)}`;
    const real = new Date(`${date}T00:00:00Z`);
    return real.toISOString().startsWith(date)
      ? date
      : (this.#ignore('Day', String(day)) ?? `${year}-${two(month)}-01`);
  }

  /** The ids in those addresses that lead to works of sites we know; of one site the first. */
  #links(): LinkIds {
    const found = this.#text('Web')
      .slice(0, WEB_LETTERS)
      .split(/[\s,]/)
      .flatMap((address) => findLink(address) ?? []);
    return Object.fromEntries(found.toReversed().map(({ service, id }) => [service, id]));
  }

  #coverPage(): number | null {
    const pages = (this.#fields.get('Pages') as { Page?: unknown } | undefined)?.Page;
    if (!Array.isArray(pages)) return null;
    const front = (pages as Record<string, unknown>[]).find((page) => page['@Type'] === 'FrontCover')?.['@Image'];
    return typeof front === 'string' && /^\d{1,5}$/.test(front) ? Number(front) : null;
  }
}

/** Most letters of a line of credits. */
const CREDIT_LETTERS = 5000;
const CREDITED = [
  ['Translator', 'translator'],
  ['Letterer', 'letterer'],
  ['Editor', 'editor'],
] as const;

function creditFor(role: CreditRole, name: string): WantedCredit {
  return { role, name: name.slice(0, MAX_CREDIT_NAME).trim(), member: false, first_page: null, last_page: null };
}

/** A credit as `translator Ann` or `letterer Bo [3-7]`. */
function parseCredit(text: string): WantedCredit | null {
  const [words = '', range = ''] = text.split('[');
  const [word, ...rest] = words.trim().split(' ');
  const role = CREDIT_ROLES.find((each) => each === word);
  const name = rest.join(' ').trim();
  if (role === undefined || name === '') return null;
  const [first = 0, last = 0] = range.split(']', 1).join('').split('-').map(Number);
  const isRange =
    Number.isInteger(first) && Number.isInteger(last) && first >= 1 && first <= last && last <= MAX_CREDIT_PAGE;
  return { ...creditFor(role, name), ...(isRange ? { first_page: first, last_page: last } : {}) };
}

/** Whether a name in a list is one of a credit: a list has a semicolon where the name has a comma. */
function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const SPACES = [...SPACED_KINDS, 'language', 'status'] as const;
type Spaces = Record<(typeof SPACES)[number], ImportTerm[]>;

/**
 * Tells tags from what is written like them: `parody:Moon story`, `language:translated`, `status:onhold`. A genre or
 * category that stands among the genres too, for other programs, is no tag.
 */
function namespaced(all: readonly ImportTerm[]): { tags: ImportTerm[]; spaces: Spaces } {
  const spaces = Object.fromEntries(SPACES.map((space) => [space, [] as ImportTerm[]])) as Spaces;
  const plain = all.filter(({ name }) => {
    const [, space = '', rest = ''] = /^([a-z]+):\s*(\S.*)$/i.exec(name) ?? [];
    const found = SPACES.find((one) => one === space.toLowerCase());
    if (found !== undefined) {
      spaces[found].push({ name: rest });
    }
    return found === undefined;
  });
  const genres = new Set([...spaces.genre, ...spaces.category].map(({ name }) => name.toLowerCase()));
  return { tags: plain.filter(({ name }) => !genres.has(name.toLowerCase())), spaces };
}

/** ComicInfo's age ratings by what they mean here; null for those that say nothing. */
const RATINGS: Record<string, Rating | null | undefined> = {
  unknown: null,
  'rating pending': null,
  everyone: 'safe',
  'everyone 10+': 'safe',
  'early childhood': 'safe',
  'kids to adults': 'safe',
  g: 'safe',
  pg: 'safe',
  teen: 'safe',
  m: 'suggestive',
  'mature 17+': 'suggestive',
  'ma15+': 'suggestive',
  'r18+': 'explicit',
  'x18+': 'explicit',
  'adults only 18+': 'explicit',
};

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi,
    (whole, decimal: string, hex: string, name: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** Terms without those whose name came before, ignoring case; at most 100. */
export function unique(terms: readonly ImportTerm[]): ImportTerm[] {
  const byName = new Map(terms.toReversed().map((term) => [term.name.toLowerCase(), term]));
  return [...byName.values()].reverse().slice(0, MAX_TERMS);
}
