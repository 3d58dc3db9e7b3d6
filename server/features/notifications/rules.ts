import { localPaths, type Addresses } from '#contract/addresses.ts';
import { parseQueryString, withQuery } from '#contract/query-string.ts';
import type { CommentTargetKind } from '#contract/comments.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import type { Site } from '#server/config/site-file.ts';
import type { NotificationRow } from './queries.ts';

/** A message's key and values. */
export interface Sentence {
  key: string;
  values: Record<string, string | number>;
}

/**
 * The text of a notification.
 *
 * @param neutral whether nothing may be named that is not for every eye: what leaves the site to a member who has not
 * asked for explicit works names none.
 */
export function notificationSentence(row: NotificationRow, neutral: boolean): Sentence {
  const { kind, comic, term, chapters, number, report } = row;
  if (isUnsaid(row, neutral)) return { key: 'notifications.told.neutral', values: {} };
  if (kind === 'report') {
    return { key: report === 'upheld' ? 'notifications.told.upheld' : 'notifications.told.dismissed', values: {} };
  }
  if (kind === 'search') {
    return row.search === null
      ? GONE
      : { key: 'notifications.told.search', values: { name: row.search.name, count: row.search.count } };
  }
  if (kind === 'role') return { key: 'notifications.told.role', values: { role: row.role ?? 'user' } };
  if (kind === 'group') return aboutGroup(row);
  if (kind === 'decision' && row.restored) return { key: 'notifications.told.restored', values: {} };
  if (kind === 'decision') {
    return neutral || row.decision === null
      ? { key: 'notifications.told.decided', values: {} }
      : {
          key: row.decision.why === '' ? 'notifications.told.decided-because' : 'notifications.told.decision',
          values: row.decision,
        };
  }
  if (kind !== 'release') return aboutComment(row);
  if (comic === null) return GONE;
  const { title } = comic;
  if (row.fresh) {
    return term
      ? { key: 'notifications.told.term', values: { title, term: term.name } }
      : { key: 'notifications.told.comic', values: { title } };
  }
  if (number !== null) return { key: 'notifications.told.numbered', values: { title, number } };
  return { key: 'notifications.told.chapters', values: { title, count: Math.max(1, chapters) } };
}

function isUnsaid({ comic }: NotificationRow, neutral: boolean): boolean {
  return neutral && comic !== null && comic.rating === 'explicit';
}

const GONE: Sentence = { key: 'notifications.told.gone', values: {} };

function aboutGroup({ group, term, username }: NotificationRow): Sentence {
  if (term === null || group === null) return GONE;
  if (group !== 'invited') return { key: `notifications.told.group-${group}`, values: { group: term.name } };
  return username === null
    ? { key: 'notifications.told.group-invited-someone', values: { group: term.name } }
    : { key: 'notifications.told.group-invited', values: { group: term.name, username } };
}

function aboutComment({ kind, comic, term, username }: NotificationRow): Sentence {
  const subject = comic?.title ?? term?.name;
  if (subject === undefined) return GONE;
  if (username === null) {
    return {
      key: kind === 'reply' ? 'notifications.told.reply-someone' : 'notifications.told.mention-someone',
      values: { subject },
    };
  }
  return {
    key: kind === 'reply' ? 'notifications.told.reply' : 'notifications.told.mention',
    values: { subject, username },
  };
}

/**
 * The path that a notification leads to, without the language; null where there is nothing to see, and where an address
 * would name what is not to be named.
 *
 * @param neutral as `notificationSentence` has it.
 */
export function notificationPath(
  row: NotificationRow,
  { variant, features }: Pick<Site, 'variant' | 'features'>,
  neutral = false,
): string | null {
  const { kind, comic, chapter, review, term, comment_id: comment, takedown } = row;
  const to = localPaths(variant);
  if (kind === 'search') return row.search && withQuery(to.latest(), parseQueryString(row.search.query));
  if (kind === 'group') {
    if (term === null || !features.includes('groups')) return null;
    return row.group === 'invited' ? to.ownGroups() : to.term('group', term.slug);
  }
  if (kind === 'decision' && takedown !== null && features.includes('dmca')) {
    return row.restored ? to.takedown(takedown) : to.counterNotice(takedown);
  }
  if (kind === 'report' || kind === 'decision' || kind === 'role' || isUnsaid(row, neutral)) return null;
  if (kind === 'release') return comic && to.comic(comic.slug);
  // Notices about texts of others have no place where nobody comments.
  if (!features.includes('comments')) return null;
  if (comic !== null && review) return features.includes('reviews') ? to.reviews(comic.slug, comment) : null;
  if (comic !== null) {
    return chapter === null
      ? to.comments('comics', comic.slug, comment)
      : to.chapterComments(comic.slug, chapter, comment);
  }
  return term && to.comments(KIND_PATHS[term.kind] as CommentTargetKind, term.slug, comment);
}

/** Where a notification is looked at: at what it is about, else in the list of them. @param path as `notificationPath` has it. */
export function notificationAddress(to: Addresses, path: string | null): string {
  return path === null ? to.notifications() : to.local(path);
}

/** Milliseconds between two mails that sum up what is unread. */
export const PERIODS = { daily: 86_400_000, weekly: 7 * 86_400_000 } as const;
