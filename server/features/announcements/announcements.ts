import {
  type Announcement,
  type AnnouncementDraft,
  type ManagedAnnouncement,
  MAX_ANNOUNCEMENTS,
} from '#contract/announcements.ts';
import type { Locale } from '#contract/locales.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';
import { plainComment, renderComment } from '#server/features/comments/public/markdown.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import {
  currentAnnouncements,
  deleteAnnouncement,
  listAnnouncements,
  putAnnouncement,
  type CurrentAnnouncement,
} from './queries.ts';

const remembered = perDatabase(() => new RememberedValue<CurrentAnnouncement[]>());

/** The announcements for a viewer now, in their language; staff's own is told to staff alone. */
export async function announcementsFor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { viewer: { role }, locale, site }: Pick<RequestContext, 'viewer' | 'locale' | 'site'>,
): Promise<Announcement[]> {
  const isStaff = role !== 'guest' && role !== 'user';
  const current = await remembered(db).get(now(), () => currentAnnouncements(db, now(), MAX_ANNOUNCEMENTS));
  return current
    .filter(({ audience }) => audience !== 'staff' || isStaff)
    .map((each) => ({
      ...each,
      html: each.html[locale] ?? each.html[site.defaultLocale] ?? Object.values(each.html)[0] ?? '',
    }))
    .slice(0, MAX_ANNOUNCEMENTS);
}

/** Every announcement as admins manage it, the newest first; 200 at most. */
export async function managedAnnouncements(db: Db): Promise<ManagedAnnouncement[]> {
  return (await listAnnouncements(db)).map((each) => ({
    ...each,
    said: Object.fromEntries(Object.entries(each.texts).map(([locale, text]) => [locale, plainComment(text)])),
  }));
}

/**
 * Keeps an announcement; with an id it changes that one.
 *
 * @throws Problem `request-invalid` without any text and for an end before the start, `announcement-not-found`.
 */
export async function saveAnnouncement(
  db: Db,
  by: number,
  id: number | null,
  draft: AnnouncementDraft,
): Promise<number> {
  const texts = Object.entries(draft.texts) as [Locale, string][];
  if (texts.length === 0) throw new Problem('request-invalid', {}, { texts: [{ rule: 'required' }] });
  if (draft.ends_at !== null && Date.parse(draft.ends_at) <= Date.parse(draft.starts_at ?? new Date().toISOString())) {
    throw new Problem('request-invalid', {}, { ends_at: [{ rule: 'invalid' }] });
  }
  const html = Object.fromEntries(texts.map(([locale, text]) => [locale, renderComment(text).html]));
  const saved = await withTransaction(db, async (tx) => {
    const savedId = await putAnnouncement(tx, id, draft, html, by);
    if (savedId === null) throw problem('announcement-not-found');
    await audit(tx, {
      userId: by,
      action: id === null ? 'announcement.create' : 'announcement.edit',
      subject: 'announcement',
      subjectId: savedId,
      details: { ...draft },
    });
    return savedId;
  });
  remembered(db).forget();
  return saved;
}

/** Takes an announcement away. @throws Problem `announcement-not-found`. */
export async function withdraw(db: Db, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (!(await deleteAnnouncement(tx, id))) throw problem('announcement-not-found');
    await audit(tx, { userId: by, action: 'announcement.delete', subject: 'announcement', subjectId: id });
  });
  remembered(db).forget();
}
