import { XMLBuilder } from 'fast-xml-parser';
import type { OwnComic } from './queries-export.ts';

const builder = new XMLBuilder({ format: true, cdataPropName: 'cdata', suppressEmptyNode: false });

/**
 * A member's favorites as MyAnimeList's own export of a manga list, which its import and those of its relatives read.
 * A work without a number there has 0: importers go by its title.
 */
export async function* exportMal(
  username: string,
  total: number,
  comics: AsyncIterable<readonly OwnComic[]>,
): AsyncGenerator<string> {
  const myinfo = { user_id: 0, user_name: username, user_export_type: 2, user_total_manga: total };
  yield `<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist>\n${builder.build({ myinfo })}`;
  for await (const part of comics) {
    const manga = part.filter(({ favorited_at }) => favorited_at !== null).map(toManga);
    if (manga.length > 0) {
      yield builder.build({ manga });
    }
  }
  yield '</myanimelist>\n';
}

function toManga(comic: OwnComic) {
  const read = comic.chapters.filter(({ completed_at }) => completed_at !== null).length;
  const all = Math.max(1, comic.chapters_count);
  const days = comic.chapters.map(({ updated_at }) => updated_at.slice(0, 10)).sort();
  const status = read >= all ? 'Completed' : comic.chapters.length > 0 ? 'Reading' : 'Plan to Read';
  return {
    manga_mangadb_id: Number(comic.links.mal ?? 0),
    manga_title: { cdata: inXml(comic.title) },
    manga_volumes: 0,
    manga_chapters: all,
    my_id: 0,
    my_read_volumes: 0,
    my_read_chapters: read,
    my_start_date: days[0] ?? NO_DAY,
    my_finish_date: status === 'Completed' ? (days.at(-1) ?? NO_DAY) : NO_DAY,
    my_scanalation_group: { cdata: '' },
    my_score: comic.score ?? 0,
    my_storage: '',
    my_retail_volumes: 0,
    my_status: status,
    my_comments: { cdata: '' },
    my_times_read: 0,
    my_tags: { cdata: inXml(comic.lists.join(', ')) },
    my_priority: 'Low',
    my_reread_value: '',
    my_rereading: 'NO',
    my_discuss: 'YES',
    my_sns: 'default',
    update_on_import: 1,
  };
}

const NO_DAY = '0000-00-00';

/** Text that may stand in XML 1.0: without control characters. */
function inXml(text: string): string {
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();
}
