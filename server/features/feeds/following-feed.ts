import type { Deps } from '#server/deps.ts';
import { releaseNotices } from '#server/features/notifications/public/release-notices.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { tagUri } from '#server/http/requests/feed-request.ts';
import { translate } from '#server/i18n/translate.ts';
import { PER_FEED, toFeedPart, type FeedPart } from './work-feeds.ts';

/** News of what a member follows, as their notifications tell it. @throws Problem `page-not-found` beyond the end. */
export async function followingFeed(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  member: number,
  page: number,
): Promise<FeedPart> {
  const to = requestAddresses(viewing);
  const { releases, total } = await releaseNotices(db, viewing, member, {
    offset: (page - 1) * PER_FEED,
    limit: PER_FEED,
  });
  const entries = releases.map(({ key, at, text, path }) => ({
    id: tagUri(viewing, `release/${key}`),
    title: text,
    url: to.local(path),
    published: at,
    updated: at,
    summary: '',
    authors: [],
    categories: [],
    cover: null,
  }));
  return toFeedPart(
    viewing,
    { title: translate(viewing.locale, 'library.following.title'), page: to.following(), id: 'following' },
    entries,
    total,
    page,
  );
}
