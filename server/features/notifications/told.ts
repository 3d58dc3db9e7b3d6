import type { Db } from '#server/db/database.ts';
import type { Viewing } from '#server/http/viewing.ts';
import { say } from '#server/words.ts';
import { releasesToldTo } from './queries.ts';
import { pathOf, sentenceOf } from './rules.ts';

/** Something new of what a member follows. `key` changes when more of it is new; `path` is without the language. */
export interface ToldRelease { key: string; at: Date; text: string; path: string }

/** One page of what a member was told is new, as far as lists show them these works, the newest first, and how many there are in all. */
export async function toldReleases(db: Db, { locale, site, rating }: Pick<Viewing, 'locale' | 'site' | 'rating'>, member: number, page: { offset: number; limit: number }): Promise<{ releases: ToldRelease[]; total: number }> {
  const { rows, total } = await releasesToldTo(db, locale, member, page);
  const releases = rows.flatMap((row): ToldRelease[] => {
    const path = pathOf(row, site, rating === 'safe');
    const { key, values } = sentenceOf(row, rating === 'safe');
    return path === null ? [] : [{ key: `${row.id}/${Date.parse(row.created_at)}`, at: new Date(row.created_at), text: say(locale, key, values), path }];
  });
  return { releases, total };
}
