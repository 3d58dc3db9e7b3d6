import { sql, type RawBuilder } from 'kysely';
import type { AdDevice, AdPage, AdSpot, ManagedAd } from '#contract/ads.ts';
import type { Rating } from '#contract/comics.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** The fields of an ad that decide where it stands. */
export interface AdRow {
  id: number;
  spot: AdSpot;
  code: string;
  languages: Locale[];
  pages: AdPage[];
  ratings: Rating[];
  device: AdDevice;
  weight: number;
  first_party: boolean;
}

/** The ads whose time it is, of all languages. */
export async function listAds(db: Db, now: Date): Promise<AdRow[]> {
  const { rows } = await sql<AdRow>`
    select id, spot, code, languages, pages, ratings, device, weight, first_party from ads
    where ${isShown(now)} order by spot, id`.execute(db);
  return rows;
}

/** The code of an ad whose time it is; null for any other. */
export async function findShownCode(db: Db, id: number, now: Date): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`select code from ads where id = ${id} and ${isShown(now)}`.execute(db);
  return rows[0]?.code ?? null;
}

/** Every ad as admins see it, by spot and name; with an id that one. */
export async function managedAds(db: Db, now: Date, id: number | null = null): Promise<ManagedAd[]> {
  const { rows } = await sql<ManagedAd>`
    select a.id, a.name, a.spot, a.code, a.languages, a.pages, a.ratings, a.device, a.weight, a.first_party, a.enabled, a.version,
      ${isoTimestamp('a.starts_at')} as starts_at, ${isoTimestamp('a.ends_at')} as ends_at, ${isoTimestamp('a.updated_at')} as updated_at,
      case when not a.enabled then 'off' when a.starts_at > ${now} then 'waiting' when a.ends_at <= ${now} then 'over' else 'shown' end as state,
      coalesce(n.views, 0)::int as views, coalesce(n.clicks, 0)::int as clicks
    from ads a left join (select ad_id, sum(views) as views, sum(clicks) as clicks from ad_counts group by ad_id) n on n.ad_id = a.id
    ${id === null ? sql`` : sql`where a.id = ${id}`}
    order by a.spot, lower(a.name), a.id`.execute(db);
  return rows;
}

/** The views and clicks of an ad by day, since a day, the newest first. */
export async function adDays(
  db: Db,
  id: number,
  since: string,
): Promise<{ day: string; views: number; clicks: number }[]> {
  const { rows } = await sql<{ day: string; views: number; clicks: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, views, clicks from ad_counts where ad_id = ${id} and day >= ${since} order by day desc`.execute(
    db,
  );
  return rows;
}

/** The fields of an ad. */
export type AdFields = Omit<ManagedAd, 'id' | 'state' | 'version' | 'updated_at' | 'views' | 'clicks'>;

/** The changes to an ad; what is absent stays. */
export type AdPatch = { [Field in keyof AdFields]?: AdFields[Field] | undefined };

/** Adds an ad; answers its id. */
export async function insertAd(tx: Tx, ad: AdFields): Promise<number> {
  const { id } = await tx
    .insertInto('ads')
    .values({
      ...ad,
      starts_at: ad.starts_at === null ? null : new Date(ad.starts_at),
      ends_at: ad.ends_at === null ? null : new Date(ad.ends_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes an ad that still is the version that was seen; answers whether it was. */
export async function updateAd(tx: Tx, id: number, version: number, change: AdPatch): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ads')
    .set({
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      version: version + 1,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an ad with its counters. */
export async function deleteAd(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('ads').where('id', '=', id).execute();
}

/** Adds to the counters of a day; ads that are gone are left out. */
export async function addAdCounts(
  db: Db,
  day: string,
  counts: readonly { id: number; views: number; clicks: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into ad_counts (ad_id, day, views, clicks)
    select c.id, ${day}::date, c.views, c.clicks
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (id int, views int, clicks int) join ads using (id)
    order by c.id
    on conflict (ad_id, day) do update set views = ad_counts.views + excluded.views, clicks = ad_counts.clicks + excluded.clicks`.execute(
    db,
  );
}

function isShown(now: Date): RawBuilder<boolean> {
  return sql`(enabled and (starts_at is null or starts_at <= ${now}) and (ends_at is null or ends_at > ${now}))`;
}
