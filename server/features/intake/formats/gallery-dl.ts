import { z } from 'zod';
import type { Rating } from '#contract/comics.ts';
import { readLinkIds } from '#contract/links.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { readName } from '#server/features/intake/public/file-names.ts';
import { importMetadata, type ImportTerm } from '#server/features/intake/public/import-metadata.ts';
import { unique, type FoundMetadata } from './comic-info.ts';
import { DESCRIPTION_LETTERS, NAME_LETTERS, plainLine, plainText, TITLE_LETTERS } from './plain-text.ts';

const text = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const names = z
  .union([z.array(z.string()).max(2000), z.string().transform((all) => [all])])
  .optional()
  .catch(undefined);
/** The names that its extractors have for what they say of a gallery, or of a chapter; each has some of them. */
const GalleryDl = z.object({
  category: z.string().max(100),
  subcategory: text,
  title: text,
  title_en: text,
  title_jp: text,
  title_jpn: text,
  title_ja: text,
  manga: text,
  manga_alt: text,
  manga_id: text,
  chapter: text,
  chapter_minor: text,
  volume: text,
  description: text,
  date: text,
  lang: text,
  language: text,
  rating: text,
  eh_category: text,
  type: text,
  status: text,
  tags: names,
  genre: names,
  genres: names,
  artist: names,
  author: names,
  group: names,
  circle: names,
  parody: names,
  character: names,
  characters: names,
});

/** Namespaces of tags, and the kinds they are here; what is in none, or in another one, is a tag. */
const NAMESPACES: Record<string, TermKind> = {
  artist: 'artist',
  group: 'group',
  circle: 'group',
  parody: 'parody',
  character: 'character',
  category: 'category',
};
/** Values of `language:` that are no language. */
const ATTRIBUTES = new Map([
  ['translated', 'translated'],
  ['speechless', 'speechless'],
  ['rewrite', 'rewritten'],
] as const);
/** Sites of which everything is explicit, but for what is filed as not. */
const EXPLICIT = new Set(['exhentai', 'e-hentai', 'nhentai', 'hitomi', 'hentainexus', 'simplyhentai', 'tsumino']);
const RATINGS: Record<string, Rating> = {
  safe: 'safe',
  suggestive: 'suggestive',
  erotica: 'explicit',
  pornographic: 'explicit',
  general: 'safe',
  questionable: 'suggestive',
  explicit: 'explicit',
};

/**
 * Reads what gallery-dl wrote beside pictures: the `info.json` of a gallery, or the file of one of its pictures. Null for JSON of another
 * program, which has no `category`, and for what is none. Fields of another form than expected are left out.
 */
export function readGalleryDl(bytes: Uint8Array): FoundMetadata | null {
  const said = parse(bytes);
  if (said === null) return null;
  const line = (value: string | undefined, most: number) => plainLine(value ?? '', most) || null;
  const isChapter = said.manga !== undefined;
  const attributes = { translated: false, speechless: false, rewritten: false };
  const kinds: Partial<Record<TermKind, string[]>> = {
    tag: [...(said.genre ?? []), ...(said.genres ?? [])],
    artist: said.artist ?? [],
    author: said.author ?? [],
    group: [...(said.group ?? []), ...(said.circle ?? [])],
    parody: said.parody ?? [],
    character: [...(said.character ?? []), ...(said.characters ?? [])],
    category: [said.eh_category ?? said.type ?? ''],
  };
  let language = findLanguage(said.lang ?? '')?.code ?? findLanguage(said.language ?? '')?.code ?? null;
  for (const tag of said.tags ?? []) {
    const [, space = '', value = tag] = /^([a-z]+):(.+)$/i.exec(tag) ?? [];
    const namespace = space.toLowerCase();
    if (namespace === 'language') {
      const attribute = ATTRIBUTES.get(value.toLowerCase() as 'translated');
      if (attribute === undefined) {
        language ??= findLanguage(value)?.code ?? null;
      } else {
        attributes[attribute] = true;
      }
    } else {
      (kinds[NAMESPACES[namespace] ?? 'tag'] ??= []).push(
        namespace === 'other' || namespace === 'misc' ? value : tagName(namespace, value),
      );
    }
  }
  const original = said.title_jpn ?? said.title_jp ?? said.title_ja;
  const number =
    said.chapter === undefined || (said.chapter === '0' && !said.chapter_minor)
      ? null
      : `${said.chapter}${said.chapter_minor ?? ''}`;
  return {
    warnings: [],
    metadata: importMetadata({
      title: line(isChapter ? said.title : bareTitle(said.title_en ?? said.title ?? original), TITLE_LETTERS),
      alternativeTitle: line(isChapter ? said.manga_alt : bareTitle(original), TITLE_LETTERS),
      series: line(said.manga, TITLE_LETTERS),
      number: isChapter ? line(number ?? undefined, 30) : null,
      volume: isChapter && /^[1-9]\d{0,3}$/.test(said.volume ?? '') ? said.volume! : null,
      description: plainText(said.description ?? '', DESCRIPTION_LETTERS) || null,
      language,
      rating: ratingFor(said),
      status: null,
      releasedOn: /^[12]\d{3}-\d\d-\d\d/.exec(said.date ?? '')?.[0] ?? null,
      links: said.category === 'mangadex' ? readLinkIds({ mangadex: said.manga_id ?? '' }) : {},
      ...attributes,
      terms: Object.fromEntries(Object.entries(kinds).map(([kind, values]) => [kind, terms(values)])),
    }),
  };
}

/** A title without what stands in brackets around it by the convention of circles: tags say that. */
function bareTitle(title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  const { form, metadata } = readName(title.slice(0, TITLE_LETTERS * 2));
  return form === 'circle' ? (metadata.title ?? title) : title;
}

/** A tag of a namespace without a kind of its own: `female:glasses` is what its site calls it. */
function tagName(namespace: string, value: string): string {
  return namespace === '' || Object.hasOwn(NAMESPACES, namespace) ? value : `${namespace}:${value}`;
}

function terms(values: readonly string[]): ImportTerm[] {
  return unique(values.map((value) => ({ name: plainLine(value, NAME_LETTERS) })).filter(({ name }) => name !== ''));
}

function ratingFor({ category, eh_category: filed = '', rating = '' }: z.infer<typeof GalleryDl>): Rating | null {
  if (EXPLICIT.has(category)) return /^(non-h|non_h|misc)$/i.test(filed) ? null : 'explicit';
  return RATINGS[rating.toLowerCase()] ?? null;
}

function parse(bytes: Uint8Array): z.infer<typeof GalleryDl> | null {
  try {
    const read = GalleryDl.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
