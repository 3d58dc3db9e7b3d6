import type { Db } from '#server/db/database.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { releasesFor } from '#server/features/notifications/queries.ts';
import { notificationPath, notificationSentence } from '#server/features/notifications/rules.ts';

/** Something new of what a member follows. `key` changes when more of it is new; `path` is without the language. */
export interface ReleaseNotice {
  key: string;
  at: Date;
  text: string;
  path: string;
}

/** One page of what a member was told is new, as far as lists show them these works, the newest first, and how many there are in all. */
export async function releaseNotices(
  db: Db,
  viewing: Pick<RequestContext, 'locale' | 'site' | 'rating'>,
  member: number,
  page: { offset: number; limit: number },
): Promise<{ releases: ReleaseNotice[]; total: number }> {
  const { locale, site, rating } = viewing;
  const { rows, total } = await releasesFor(db, { locale, hasGroups: site.features.includes('groups') }, member, page);
  const releases = rows.flatMap((row): ReleaseNotice[] => {
    const path = notificationPath(row, site, rating === 'safe');
    const { key, values } = notificationSentence(row, rating === 'safe');
    return path === null
      ? []
      : [
          {
            key: `${row.id}/${Date.parse(row.created_at)}`,
            at: new Date(row.created_at),
            text: translate(locale, key, values),
            path,
          },
        ];
  });
  return { releases, total };
}
