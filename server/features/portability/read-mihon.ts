import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { MAX_LIST_NAME } from '#contract/library.ts';
import { findLink, readLinkIds, type LinkIds, type LinkService } from '#contract/links.ts';
import { MAX_CATEGORIES } from '#contract/portability.ts';
import {
  lastPart,
  MAX_CHAPTERS,
  MAX_ENTRIES,
  parseMoment,
  plain,
  parseScore,
  type ForeignChapter,
  type ForeignLibrary,
} from './foreign-library.ts';

/** The reader of a field of a message. */
type Field = (reader: BinaryReader) => void;

/**
 * The manga and categories of a backup of Mihon, Tachiyomi or a relative: a protocol buffer whose field numbers are fixed in Mihon's
 * `data/backup/models` (the public format of `.tachibk`). Fields we do not know are skipped.
 * A manga names its categories by their place; a place that no category has is none, as Mihon itself reads it. Mihon's default category is in no backup.
 *
 * @returns null for bytes that are no such message.
 */
export function readMihon(bytes: Uint8Array, now: Date): Pick<ForeignLibrary, 'entries' | 'categories'> | null {
  const mangas: Manga[] = [];
  /** Names by place. */
  const categories = new Map<bigint, string>();
  const sources = new Map<string, string>();
  try {
    const reader = new BinaryReader(bytes);
    message(reader, bytes.length, {
      1: (inner) => {
        const manga = readManga(inner, now);
        if (mangas.length < MAX_ENTRIES) {
          mangas.push(manga);
        }
      },
      2: (inner) => {
        let [name, place] = ['', 0n];
        embedded(inner, {
          1: (field) => {
            name = plain(field.string(), MAX_LIST_NAME);
          },
          2: (field) => {
            place = BigInt(field.int64());
          },
        });
        if (name !== '' && (categories.size < MAX_CATEGORIES || categories.has(place))) {
          categories.set(place, name);
        }
      },
      101: (inner) => {
        let [name, id] = ['', '0'];
        embedded(inner, {
          1: (field) => {
            name = plain(field.string());
          },
          2: (field) => {
            id = String(field.int64());
          },
        });
        sources.set(id, name);
      },
    });
  } catch {
    return null;
  }
  if (mangas.every(({ title }) => title === '')) return null;
  const ordered = [...categories].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = mangas.flatMap((manga, at) =>
    manga.title === ''
      ? []
      : [
          {
            key: String(at),
            title: manga.title,
            titles: [],
            slug: lastPart(manga.url),
            ids: { ...manga.ids, ...(sources.get(manga.source) === 'MangaDex' ? mangadexId(manga.url) : {}) },
            favorite: manga.favorite,
            favorited_at: parseMoment(manga.addedAt, now),
            score: manga.score,
            lists: unique(ordered.flatMap(([place, name]) => (manga.categories.has(place) ? [name] : []))),
            chapters: manga.chapters.map((chapter) => ({
              ...chapter.is,
              read_at: chapter.is.read_at ?? parseMoment(manga.history.get(chapter.url) ?? 0, now),
            })),
            chapters_read: 0,
          },
        ],
  );
  return { entries, categories: unique(ordered.map(([, name]) => name)) };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

interface Manga {
  source: string;
  ids: LinkIds;
  url: string;
  title: string;
  addedAt: number;
  favorite: boolean;
  score: number | null;
  categories: Set<bigint>;
  chapters: { url: string; is: ForeignChapter }[];
  history: Map<string, number>;
}

function readManga(reader: BinaryReader, now: Date): Manga {
  const manga: Manga = {
    source: '',
    ids: {},
    url: '',
    title: '',
    addedAt: 0,
    favorite: true,
    score: null,
    categories: new Set(),
    chapters: [],
    history: new Map(),
  };
  embedded(reader, {
    1: (field) => {
      manga.source = String(field.int64());
    },
    2: (field) => {
      manga.url = plain(field.string());
    },
    3: (field) => {
      manga.title = plain(field.string());
    },
    13: (field) => {
      manga.addedAt = Number(field.int64());
    },
    16: (field) => {
      const chapter = readChapter(field, now);
      // Chapters that were never opened are most of a backup.
      if (manga.chapters.length < MAX_CHAPTERS && (chapter.is.completed || chapter.is.page !== null)) {
        manga.chapters.push(chapter);
      }
    },
    17: (field) => {
      manga.categories.add(BigInt(field.int64()));
    },
    18: (field) => {
      let [tracker, former, id] = [0, 0, 0n];
      embedded(field, {
        1: (inner) => {
          tracker = inner.int32();
        },
        3: (inner) => {
          former = inner.int32();
        },
        8: (inner) => {
          manga.score = parseScore(inner.float());
        },
        100: (inner) => {
          id = BigInt(inner.int64());
        },
      });
      manga.ids = { ...manga.ids, ...trackedId(tracker, former === 0 ? id : BigInt(former)) };
    },
    100: (field) => {
      manga.favorite = field.bool();
    },
    104: (field) => {
      let [url, at] = ['', 0];
      embedded(field, {
        1: (inner) => {
          url = inner.string();
        },
        2: (inner) => {
          at = Number(inner.int64());
        },
      });
      manga.history.set(url, at);
    },
  });
  return manga;
}

/** The numbers of the trackers that know works by an id we know (`data/track/TrackerManager`). */
const TRACKERS: Readonly<Record<number, LinkService>> = { 1: 'mal', 2: 'anilist', 3: 'kitsu', 7: 'mangaupdates' };

function trackedId(tracker: number, id: bigint): LinkIds {
  const service = TRACKERS[tracker];
  if (service === undefined || id <= 0n) return {};
  const text = id.toString(service === 'mangaupdates' ? 36 : 10);
  // The number that MangaUpdates writes in base 36 is none of its former numbers, whatever it looks like.
  return service === 'mangaupdates' && /^\d{1,6}$/.test(text) ? {} : readLinkIds({ [service]: text });
}

/** The id in the address of a work as the source MangaDex keeps it: a path of that site. */
function mangadexId(path: string): LinkIds {
  const found = path.startsWith('/') ? findLink(`mangadex.org${path}`) : null;
  return found === null ? {} : { [found.service]: found.id };
}

function readChapter(reader: BinaryReader, now: Date): { url: string; is: ForeignChapter } {
  const is: ForeignChapter = { number: null, name: '', slug: null, page: null, completed: false, read_at: null };
  let url = '';
  embedded(reader, {
    1: (field) => {
      url = field.string();
    },
    2: (field) => {
      is.name = plain(field.string());
    },
    4: (field) => {
      is.completed = field.bool();
    },
    // Counted from 0 there.
    6: (field) => {
      const page = Number(field.int64());
      is.page = page > 0 ? Math.min(page + 1, 100_000) : null;
    },
    9: (field) => {
      is.number = formatNumber(field.float());
    },
    11: (field) => {
      is.read_at = parseMoment(Number(field.int64()) * 1000, now);
    },
  });
  return { url, is };
}

/** A chapter's number as it is printed; Mihon keeps 32-bit floats, and -1 for unknown. */
function formatNumber(number: number): string | null {
  return Number.isFinite(number) && number >= 0 ? String(Math.round(number * 1000) / 1000) : null;
}

/** Reads the message that a field holds. @throws Error where it ends early. */
function embedded(reader: BinaryReader, fields: Record<number, Field>): void {
  const length = reader.uint32();
  message(reader, reader.pos + length, fields);
}

function message(reader: BinaryReader, end: number, fields: Record<number, Field>): void {
  if (end > reader.len) throw new Error('the message ends early');
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    const field = fields[number];
    if (field === undefined) {
      reader.skip(type, number);
    } else if (type === WireType.StartGroup) {
      throw new Error('a group');
    } else {
      field(reader);
    }
  }
}
