import { XMLBuilder } from 'fast-xml-parser';
import type { Shelf } from '#contract/shelves.ts';
import type { OwnComic } from './queries-export.ts';

// Without indents: readers take a text with the line breaks around it.
const builder = new XMLBuilder({ cdataPropName: 'cdata', suppressEmptyNode: false });

/**
 * A member's favorites, and what is on their shelves, as MyAnimeList's own export of a manga list, which its import and those of its relatives read.
 * A work without a number there has 0: importers go by its title.
 */
export async function* exportMal(
  username: string,
  total: number,
  comics: AsyncIterable<readonly OwnComic[]>,
): AsyncGenerator<string> {
  const myinfo = { user_id: 0, user_name: username, user_export_type: 2, user_total_manga: total };
  yield `<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist>\n${builder.build({ myinfo })}\n`;
  for await (const part of comics) {
    const manga = part.filter(({ favorited_at, shelf }) => favorited_at !== null || shelf !== null).map(toManga);
    if (manga.length > 0) {
      yield manga.map((each) => `${builder.build({ manga: each })}\n`).join('');
    }
  }
  yield '</myanimelist>\n';
}

function toManga(comic: OwnComic) {
  const read = comic.chapters.filter(({ completed_at }) => completed_at !== null).length;
  const all = Math.max(1, comic.chapters_count);
  const days = comic.chapters.map(({ updated_at }) => updated_at.slice(0, 10)).sort();
  const shelf = comic.shelf ?? (read >= all ? 'finished' : comic.chapters.length > 0 ? 'reading' : 'planned');
  const finished = comic.finished_on ?? (shelf === 'finished' ? days.at(-1) : undefined);
  return {
    manga_mangadb_id: Number(comic.links.mal ?? 0),
    manga_title: { cdata: inXml(comic.title) },
    manga_volumes: 0,
    manga_chapters: all,
    my_id: 0,
    my_read_volumes: 0,
    my_read_chapters: read,
    my_start_date: comic.started_on ?? days[0] ?? NO_DAY,
    my_finish_date: finished ?? NO_DAY,
    my_scanalation_group: { cdata: '' },
    my_score: comic.score ?? 0,
    my_storage: '',
    my_retail_volumes: 0,
    my_status: STATUSES[shelf],
    my_comments: { cdata: inXml(comic.note ?? '') },
    my_times_read: comic.reread ?? 0,
    my_tags: { cdata: inXml(comic.lists.join(', ')) },
    my_priority: 'Low',
    my_reread_value: '',
    my_rereading: shelf === 'rereading' ? 'YES' : 'NO',
    my_discuss: 'YES',
    my_sns: 'default',
    update_on_import: 1,
  };
}

const STATUSES = {
  reading: 'Reading',
  planned: 'Plan to Read',
  finished: 'Completed',
  paused: 'On-Hold',
  dropped: 'Dropped',
  rereading: 'Reading',
} as const satisfies Record<Shelf, string>;
const NO_DAY = '0000-00-00';

/** Text that may stand in XML 1.0: without control characters. */
function inXml(text: string): string {
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();
}
