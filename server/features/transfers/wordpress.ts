import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import type { ComicChanges } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { htmlText } from './html-text.ts';
import { knownChanges, toNamedTerms } from './library.ts';

/** A work of a WordPress site with Madara. */
export interface WordpressComic {
  /** The number of its post. */
  key: string;
  title: string;
  data: {
    changes: ComicChanges;
    /** Where its cover was, on the former site. */
    cover: string | null;
  };
}

/** Madara's taxonomies, and the kinds they are here. */
const TAXONOMIES: Record<string, KindPath> = {
  'wp-manga-genre': 'genres',
  'wp-manga-tag': 'tags',
  'wp-manga-author': 'authors',
  'wp-manga-artist': 'artists',
  'wp-manga-group': 'groups',
  'wp-manga-type': 'categories',
};
const STATUS: Record<string, ComicChanges['status']> = {
  'on-going': 'ongoing',
  end: 'complete',
  completed: 'complete',
  'on-hold': 'onhold',
  canceled: 'canceled',
  cancelled: 'canceled',
};
/** Longest text of an element, in letters; what is longer is cut. */
const LONGEST = 200_000;
/** Most works of a file. */
const MOST = 100_000;

/** A post as it is told: its own fields by the names that an export has for them, its terms, and what is noted beside it. */
export interface WordpressPost {
  texts: Record<string, string>;
  terms: { domain: string; name: string }[];
  meta: Record<string, string>;
}

/**
 * Reads the file that WordPress' export (WXR) writes of a site with Madara: its works with their words, terms and covers. It
 * has no chapters: those are in tables of their own that WordPress does not export.
 *
 * Entities of a document type are not expanded. @throws Problem `wordpress-file-unknown` for what is no such file.
 */
export async function readWordpress(path: string): Promise<WordpressComic[]> {
  // Each is made while the file is read, which gives others their turn; its cover may come later in the file.
  const comics: { comic: WordpressComic; thumbnail: string }[] = [];
  const pictures = new Map<string, string>();
  const parser = new SaxesParser();
  let item: WordpressPost | null = null;
  let text = '';
  let domain = '';
  let key = '';
  let isFeed = false;
  const add = (more: string) => {
    if (text.length < LONGEST) {
      text += more;
    }
  };
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name === 'rss') {
      isFeed = true;
    }
    if (name === 'item') {
      item = { texts: {}, terms: [], meta: {} };
    }
    if (name === 'category') {
      domain = String(attributes.domain ?? '');
    }
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (item === null) return;
    if (name === 'category') {
      item.terms.push({ domain, name: text.trim() });
    } else if (name === 'wp:meta_key') {
      key = text;
    } else if (name === 'wp:meta_value') {
      item.meta[key] = text;
    } else if (name === 'item') {
      const { texts } = item;
      if (texts['wp:post_type'] === 'attachment' && texts['wp:attachment_url']) {
        pictures.set(texts['wp:post_id'] ?? '', texts['wp:attachment_url']);
      }
      if (texts['wp:post_type'] === 'wp-manga' && texts['wp:status'] !== 'trash' && comics.length < MOST) {
        comics.push({ comic: toWordpressComic(item), thumbnail: item.meta._thumbnail_id ?? '' });
      }
      item = null;
    } else {
      item.texts[name] = text.trim();
    }
    text = '';
  });
  // The parser goes on after an error that it tells; we do not.
  parser.on('error', () => {
    throw problem('wordpress-file-unknown');
  });
  for await (const part of createReadStream(path, 'utf8')) {
    parser.write(part as string);
  }
  parser.close();
  if (!isFeed || comics.length === 0) throw problem('wordpress-file-unknown');
  return comics.map(({ comic: { data, ...comic }, thumbnail }) => ({
    ...comic,
    data: { ...data, cover: pictures.get(thumbnail) ?? null },
  }));
}

/** A post of Madara as a work, without its cover. */
export function toWordpressComic({ texts, terms, meta }: WordpressPost): WordpressComic {
  const title = htmlText(texts.title ?? '') || 'Untitled';
  const kinds: Partial<Record<KindPath, { name: string }[]>> = {};
  for (const [taxonomy, kind] of Object.entries(TAXONOMIES)) {
    const names = toNamedTerms(terms.filter(({ domain }) => domain === taxonomy).map(({ name }) => htmlText(name)));
    if (names.length > 0) {
      kinds[kind] = names;
    }
  }
  const adult = /yes|1|true/i.test(meta.manga_adult_content ?? '');
  const posted = Date.parse(`${(texts['wp:post_date_gmt'] ?? '').replace(' ', 'T')}Z`);
  const slug = texts['wp:post_name'] ?? '';
  const year = terms.find(({ domain, name }) => domain === 'wp-manga-release' && /^[12]\d{3}$/.test(name))?.name;
  return {
    key: texts['wp:post_id'] ?? slug,
    title,
    data: {
      changes: knownChanges({
        title: title.slice(0, 300),
        alternative_title: htmlText(meta._wp_manga_alternative ?? '').slice(0, 300),
        description: htmlText(texts['content:encoded'] ?? '').slice(0, 5000),
        status: STATUS[meta._wp_manga_status ?? ''],
        rating: adult ? 'explicit' : undefined,
        terms: kinds,
        released_on: year === undefined ? undefined : `${year}-01-01`,
        ...(/^[a-z0-9][a-z0-9-]*$/.test(slug) && !/^\d+$/.test(slug) ? { slug: slug.slice(0, 200) } : {}),
        ...(Number.isFinite(posted) ? { uploaded_at: new Date(posted).toISOString() } : {}),
      }),
      cover: null,
    },
  };
}
