import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import {
  lastPart,
  MAX_CHAPTERS,
  MAX_ENTRIES,
  parseMoment,
  plain,
  parseScore,
  type ForeignChapter,
  type ForeignEntry,
} from './foreign-library.ts';

/** The reader of a field of a message. */
type Field = (reader: BinaryReader) => void;

/**
 * The manga of a backup of Mihon, Tachiyomi or a relative: a protocol buffer whose field numbers are fixed in Mihon's
 * `data/backup/models` (the public format of `.tachibk`). Fields we do not know are skipped.
 *
 * @returns null for bytes that are no such message.
 */
export function readMihon(bytes: Uint8Array, now: Date): ForeignEntry[] | null {
  const mangas: Manga[] = [];
  const categories = new Map<string, string>();
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
        let [name, order] = ['', '0'];
        embedded(inner, {
          1: (field) => {
            name = plain(field.string());
          },
          2: (field) => {
            order = String(field.int64());
          },
        });
        categories.set(order, name);
      },
    });
  } catch {
    return null;
  }
  if (mangas.every(({ title }) => title === '')) return null;
  return mangas.flatMap((manga, at) =>
    manga.title === ''
      ? []
      : [
          {
            key: String(at),
            title: manga.title,
            titles: [],
            slug: lastPart(manga.url),
            favorite: manga.favorite,
            favorited_at: parseMoment(manga.addedAt, now),
            score: manga.score,
            lists: manga.categories.flatMap((order) => categories.get(order) || []),
            chapters: manga.chapters.map((chapter) => ({
              ...chapter.is,
              read_at: chapter.is.read_at ?? parseMoment(manga.history.get(chapter.url) ?? 0, now),
            })),
            chapters_read: 0,
          },
        ],
  );
}

interface Manga {
  url: string;
  title: string;
  addedAt: number;
  favorite: boolean;
  score: number | null;
  categories: string[];
  chapters: { url: string; is: ForeignChapter }[];
  history: Map<string, number>;
}

function readManga(reader: BinaryReader, now: Date): Manga {
  const manga: Manga = {
    url: '',
    title: '',
    addedAt: 0,
    favorite: true,
    score: null,
    categories: [],
    chapters: [],
    history: new Map(),
  };
  embedded(reader, {
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
      manga.categories.push(String(field.int64()));
    },
    18: (field) =>
      embedded(field, {
        8: (score) => {
          manga.score = parseScore(score.float());
        },
      }),
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
