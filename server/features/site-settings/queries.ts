import { sql } from 'kysely';
import type { SettingsRevision } from '#contract/site-settings.ts';
import type { StoredSettings } from '#server/config/site-settings.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** The settings of a site as they were kept last. */
export interface KeptSettings {
  site: string;
  revision: number;
  settings: StoredSettings;
}

/** The settings in force of every site that ever had some. */
export async function newestSettings(db: Db): Promise<KeptSettings[]> {
  const { rows } = await sql<KeptSettings>`
    select distinct on (site) site, revision, settings from site_settings order by site, revision desc`.execute(db);
  return rows;
}

/** The sealed secrets of a site, or of all, by site and key. */
export async function listSecrets(
  db: Db | Tx,
  site: string | null = null,
): Promise<{ site: string; name: string; sealed: string }[]> {
  const { rows } = await sql<{ site: string; name: string; sealed: string }>`
    select site, name, sealed from site_secrets where ${site}::text is null or site = ${site}::text`.execute(db);
  return rows;
}

/** Keeps a sealed secret in place of the one before; null takes it away. */
export async function putSecret(tx: Tx, site: string, name: string, sealed: string | null): Promise<void> {
  await (
    sealed === null
      ? sql`delete from site_secrets where site = ${site} and name = ${name}`
      : sql`insert into site_secrets (site, name, sealed) values (${site}, ${name}, ${sealed})
        on conflict (site, name) do update set sealed = excluded.sealed`
  ).execute(tx);
}

/** A number that is another one after every change of any site's settings. */
export async function countChanges(db: Db): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*)::int as count from site_settings`.execute(db);
  return row?.count ?? 0;
}

/** The settings of one site as of a revision, the newest without one; null where there is none. */
export async function findSettings(db: Db | Tx, site: string, revision: number | null): Promise<KeptSettings | null> {
  const { rows } = await sql<KeptSettings>`
    select site, revision, settings from site_settings
    where site = ${site} and (${revision}::int is null or revision = ${revision}::int)
    order by revision desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether a provider of a site has or had a picture on its button. */
export async function hadButtonPicture(db: Db, site: string, icon: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site_settings where site = ${site}
      and jsonb_path_exists(settings, '$."signIn.providers"[*] ? (@.icon == $icon)', jsonb_build_object('icon', ${icon}::text))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Keeps a change; false where a revision of this number is there already. */
export async function insertSettings(
  tx: Tx,
  kept: KeptSettings & { changes: SettingsRevision['changes']; restored: number | null; userId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into site_settings (site, revision, settings, changes, restored, user_id)
    values (${kept.site}, ${kept.revision}, ${JSON.stringify(kept.settings)}::jsonb, ${JSON.stringify(kept.changes)}::jsonb,
      ${kept.restored}, ${kept.userId})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** The changes of a site below a revision, the newest first. */
export async function listRevisions(db: Db, site: string, below: number, limit: number): Promise<SettingsRevision[]> {
  const { rows } = await sql<SettingsRevision>`
    select s.revision, ${isoMoment(sql`s.created_at`)} as at, s.restored, s.changes,
      case when u.id is null or u.deleted_at is not null then null else json_build_object('id', u.id, 'username', u.username) end as by
    from site_settings s left join users u on u.id = s.user_id
    where s.site = ${site} and s.revision < ${below} order by s.revision desc limit ${limit}`.execute(db);
  return rows;
}
