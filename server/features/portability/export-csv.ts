import { stringify } from 'csv-stringify/sync';
import type { OwnComic } from './queries-export.ts';

/**
 * A member's comics as a table that every spreadsheet opens: UTF-8 with its mark, a line a comic. Cells that a
 * spreadsheet would take for a formula are made text (ASVS 1.2.10).
 *
 * @param comics some at a time; what is made of them is a piece each.
 * @param url the address of a comic.
 */
export async function* exportCsv(
  comics: AsyncIterable<readonly OwnComic[]>,
  url: (comic: OwnComic) => string,
): AsyncGenerator<string> {
  yield stringify([], { ...OPTIONS, header: true, bom: true });
  for await (const part of comics) {
    yield toLines(part, url);
  }
}

function toLines(comics: readonly OwnComic[], url: (comic: OwnComic) => string): string {
  const rows = comics.map((comic) => {
    const last = comic.chapters.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0];
    return {
      title: comic.title,
      alternative_title: comic.alternative_title ?? '',
      language: comic.language ?? '',
      url: url(comic),
      favorited_at: comic.favorited_at ?? '',
      followed_at: comic.followed_at ?? '',
      score: comic.score ?? '',
      shelf: comic.shelf ?? '',
      started_on: comic.started_on ?? '',
      finished_on: comic.finished_on ?? '',
      reread: comic.reread ?? '',
      note: comic.note ?? '',
      lists: comic.lists.join('; '),
      chapters: Math.max(1, comic.chapters_count),
      chapters_read: comic.chapters.filter(({ completed_at }) => completed_at !== null).length,
      last_chapter: last?.number ?? last?.name ?? '',
      last_page: last?.page ?? '',
      last_read_at: last?.updated_at ?? '',
    };
  });
  return stringify(rows, OPTIONS);
}

const COLUMNS = [
  'title',
  'alternative_title',
  'language',
  'url',
  'favorited_at',
  'followed_at',
  'score',
  'shelf',
  'started_on',
  'finished_on',
  'reread',
  'note',
  'lists',
  'chapters',
  'chapters_read',
  'last_chapter',
  'last_page',
  'last_read_at',
];
const OPTIONS = { escape_formulas: true, record_delimiter: 'windows', columns: COLUMNS } as const;
