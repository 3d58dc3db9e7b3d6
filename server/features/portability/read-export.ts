import { z } from 'zod';
import { LINK_SERVICES, readLinkIds } from '#contract/links.ts';
import { MAX_REREAD, MAX_SHELF_NOTE, SHELVES } from '#contract/shelves.ts';
import { problem } from '#contract/problems.ts';
import {
  MAX_CHAPTERS,
  MAX_ENTRIES,
  parseMoment,
  plain,
  type ForeignAccount,
  type ForeignEntry,
} from './foreign-library.ts';
import { ACCOUNT, toAccount } from './read-account.ts';

const Moment = z.iso.datetime({ offset: true }).nullish();
/** The parts of our own export that are read; written by `export-json.ts`. */
const Exported = z.object({
  format: z.literal('komawari'),
  ...ACCOUNT,
  comics: z
    .array(
      z.object({
        slug: z.string().max(300),
        title: z.string(),
        links: z.partialRecord(z.enum(LINK_SERVICES), z.string()).default({}),
        favorited_at: Moment,
        followed_at: Moment,
        score: z.int().min(1).max(10).nullish(),
        lists: z.array(z.string()).max(200).default([]),
        shelf: z.enum(SHELVES).nullish(),
        started_on: z.iso.date().nullish(),
        finished_on: z.iso.date().nullish(),
        reread: z.int().min(0).max(MAX_REREAD).nullish(),
        note: z.string().max(MAX_SHELF_NOTE).nullish(),
        private: z.boolean().nullish(),
        chapters: z
          .array(
            z.object({
              number: z.string().max(40).nullable(),
              name: z.string(),
              slug: z.string().max(300).nullable(),
              page: z.int().min(1).nullable(),
              completed_at: Moment,
              updated_at: Moment,
              seconds: z.int().min(0).max(2_000_000_000).default(0),
            }),
          )
          .max(MAX_CHAPTERS)
          .default([]),
      }),
    )
    .max(MAX_ENTRIES),
});

/** Our own export; null for anything that is none. @throws Problem `import-file-broken` with the place in it that is not as it was written. */
export function readExport(text: string, now: Date): { entries: ForeignEntry[]; account: ForeignAccount } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = Exported.safeParse(json);
  if (!read.success) {
    if ((json as { format?: unknown } | null)?.format !== 'komawari') return null;
    throw problem('import-file-broken', { at: plain(read.error.issues[0]?.path.join('.')) });
  }
  const moment = (value: string | null | undefined) => (value ? parseMoment(Date.parse(value), now) : null);
  const entries = read.data.comics.map((comic, at) => ({
    key: String(at),
    title: plain(comic.title),
    titles: [],
    slug: plain(comic.slug),
    ids: readLinkIds(comic.links),
    favorite: Boolean(comic.favorited_at),
    favorited_at: moment(comic.favorited_at),
    followed: Boolean(comic.followed_at),
    score: comic.score ?? null,
    lists: comic.lists.map((name) => plain(name)).filter((name) => name !== ''),
    ...(comic.shelf
      ? {
          shelved: {
            shelf: comic.shelf,
            started_on: comic.started_on ?? null,
            finished_on: comic.finished_on ?? null,
            reread: comic.reread ?? 0,
            note: (comic.note ?? '').replaceAll('\0', '').toWellFormed(),
            private: comic.private ?? false,
          },
        }
      : {}),
    chapters: comic.chapters.map((chapter) => ({
      number: chapter.number === null ? null : plain(chapter.number),
      name: plain(chapter.name),
      slug: chapter.slug === null ? null : plain(chapter.slug),
      page: chapter.page,
      completed: Boolean(chapter.completed_at),
      read_at: moment(chapter.updated_at),
      completed_at: moment(chapter.completed_at),
      seconds: chapter.seconds,
    })),
    chapters_read: 0,
  }));
  return { entries, account: toAccount(read.data) };
}
