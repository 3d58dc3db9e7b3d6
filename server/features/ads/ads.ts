import type { AdChange, ManagedAd, NewAd } from '#contract/ads.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';
import { requirePassword } from '#server/features/accounts/public/reauthentication.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import {
  deleteAd,
  insertAd,
  listAds,
  managedAds,
  updateAd,
  type AdFields,
  type AdPatch,
  type AdRow,
} from './queries.ts';

type AdDeps = Pick<Deps, 'db' | 'now'>;

const remembered = perDatabase(() => new RememberedValue<AdRow[]>());

/** The ads whose time it is for readers of a language, by spot; with `safe` those alone that may stand on safe pages. */
export async function adsFor(
  { db, now }: AdDeps,
  { locale, rating }: Pick<RequestContext, 'locale' | 'rating'>,
): Promise<AdRow[]> {
  const shown = await remembered(db).get(now(), () => listAds(db, now()));
  return shown.filter(
    ({ languages, ratings }) =>
      (languages.length === 0 || languages.includes(locale)) && (rating === 'all' || ratings.includes('safe')),
  );
}

/** An ad as admins see it. @throws Problem `ad-not-found`. */
export async function getAd({ db, now }: AdDeps, id: number): Promise<ManagedAd> {
  const [ad] = await managedAds(db, now(), id);
  if (ad === undefined) throw problem('ad-not-found');
  return ad;
}

/** Adds an ad. @throws Problem `password-wrong`; `request-invalid` where it would end before it begins. */
export async function createAd(deps: AdDeps, by: number, { password, ...ad }: NewAd): Promise<ManagedAd> {
  inOrder(ad);
  await requirePassword(deps.db, by, password ?? '');
  const id = await changeAds(deps.db, async (tx) => {
    const made = await insertAd(tx, ad);
    await audit(tx, { userId: by, action: 'ad.create', subject: 'ad', subjectId: made, details: { after: ad } });
    return made;
  });
  return getAd(deps, id);
}

/**
 * Changes an ad.
 *
 * @throws Problem `ad-not-found`; `ad-changed` when someone else changed it since it was seen; `password-wrong` where
 * its code is another and the password is not theirs; `request-invalid` where it would end before it begins.
 */
export async function changeAd(
  deps: AdDeps,
  by: number,
  id: number,
  { version, password, ...change }: AdChange,
): Promise<ManagedAd> {
  const ad = await getAd(deps, id);
  inOrder({
    starts_at: change.starts_at === undefined ? ad.starts_at : change.starts_at,
    ends_at: change.ends_at === undefined ? ad.ends_at : change.ends_at,
  });
  if (change.code !== undefined && change.code !== ad.code) {
    await requirePassword(deps.db, by, password ?? '');
  }
  const changed = (Object.keys(change) as (keyof AdFields)[]).filter(
    (key) => change[key] !== undefined && JSON.stringify(change[key]) !== JSON.stringify(ad[key]),
  );
  const part = (of: AdPatch) => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]));
  await changeAds(deps.db, async (tx) => {
    if (!(await updateAd(tx, id, version, change))) throw problem('ad-changed');
    await audit(tx, {
      userId: by,
      action: 'ad.edit',
      subject: 'ad',
      subjectId: id,
      details: { before: part(ad), after: part(change) },
    });
  });
  return getAd(deps, id);
}

/** Deletes an ad; what it was stays in the audit log. @throws Problem `ad-not-found`. */
export async function removeAd(deps: AdDeps, by: number, id: number): Promise<void> {
  const { name, spot, code } = await getAd(deps, id);
  await changeAds(deps.db, async (tx) => {
    await deleteAd(tx, id);
    await audit(tx, {
      userId: by,
      action: 'ad.delete',
      subject: 'ad',
      subjectId: id,
      details: { before: { name, spot, code } },
    });
  });
}

/** As `withTransaction`; the change shows here at once. */
async function changeAds<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await withTransaction(db, work);
  remembered(db).forget();
  return result;
}

function inOrder({ starts_at: from, ends_at: until }: Pick<AdFields, 'starts_at' | 'ends_at'>): void {
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) {
    throw new Problem('request-invalid', {}, { ends_at: [{ rule: 'invalid' }] });
  }
}
