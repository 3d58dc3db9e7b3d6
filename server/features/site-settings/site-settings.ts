import { isDeepStrictEqual } from 'node:util';
import { problem } from '#contract/problems.ts';
import {
  SETTING_KEYS,
  type SettingKey,
  type SettingOrigin,
  type SettingsChange,
  type SettingsRevision,
  type SiteSettings,
} from '#contract/site-settings.ts';
import { SITE_PICTURES, type SitePictureName } from '#contract/site.ts';
import { ConfigError, type ConfigIssue } from '#server/config/errors.ts';
import { isSecret, withSecrets } from '#server/config/setting-secrets.ts';
import type { Site } from '#server/config/site-file.ts';
import type { SiteSource } from '#server/config/site-files.ts';
import {
  defaultSettings,
  listFixed,
  settingValues,
  withSettings,
  withUsableSettings,
  type StoredSettings,
} from '#server/config/site-settings.ts';
import { uploadedPicture } from '#server/config/uploaded-picture.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { requirePassword } from '#server/features/accounts/public/reauthentication.ts';
import { leastSize } from '#server/site-pictures/site-pictures.ts';
import { applySettings } from './following.ts';
import { findSettings, insertSettings, listRevisions, type KeptSettings } from './queries.ts';
import { refuseLockout } from './lockout.ts';
import { drawAnew, keepProviderPictures } from './pictures.ts';
import { givenSecrets, keepSecrets, secretsAfter, secretsFor, secretStates, takeSecrets } from './secrets.ts';

export type SettingsDeps = Pick<Deps, 'db' | 'config' | 'log' | 'pictures' | 'blobs' | 'secret'>;

/** Changes that are looked through for the secrets that others changed meanwhile. */
const AT_MOST = 50;

/** A change began from a revision that is no longer the newest one; nothing was changed. */
export class StaleSettings extends Error {
  readonly seen: number;

  constructor(seen: number) {
    super('settings changed');
    this.seen = seen;
  }
}

/** The settings of a site, with where each value comes from. */
export async function getSettings({ db, config, secret }: SettingsDeps, site: Site): Promise<SiteSettings> {
  const sealed = await secretsFor(db, site);
  return describe(sourceFor(config, site), site, await newest(db, site), secretStates(secret, site, sealed));
}

/**
 * Changes some settings of a site, and has them in force in this process when it returns; in the others within two seconds.
 *
 * @throws StaleSettings where `revision` is not the newest one; ConfigError with what is wrong, by key; Problem `page-timeout`, `storage-full`.
 */
export async function changeSettings(
  deps: SettingsDeps & Pick<Deps, 'renderer'>,
  site: Site,
  by: number,
  { revision, values, password = '' }: SettingsChange,
): Promise<SiteSettings> {
  const source = sourceFor(deps.config, site);
  refuseFixed(source, values);
  if (Object.keys(values).some(isOfSignIn)) {
    await requirePassword(deps.db, by, password);
  }
  const { plain, secrets } = takeSecrets(values);
  refuse(SITE_PICTURES.filter((name) => typeof values[name] === 'string').map((name) => ({ name, rule: 'invalid' })));
  const pictured = await keepProviderPictures(deps, site, plain);
  return keep(deps, site, by, { revision, restored: null, secrets }, (kept) => applyChanges(kept, pictured));
}

/**
 * A site as it would be with some settings that nobody has saved yet, and with the secrets that belong to them.
 *
 * @throws ConfigError with what is wrong, by key.
 */
export async function trySettings(
  { db, config, secret }: Pick<SettingsDeps, 'db' | 'config' | 'secret'>,
  site: Site,
  values: SettingsChange['values'],
): Promise<Site> {
  const source = sourceFor(config, site);
  refuseFixed(source, values);
  const { plain, secrets } = takeSecrets(values);
  const { settings } = await newest(db, site);
  const wanted = applyChanges(settings, plain);
  const bare = withSettings(source, wanted);
  const given = secretsAfter(secret, bare, await secretsFor(db, site), secrets);
  return withSettings(source, withSecrets(wanted, given));
}

/**
 * Makes a picture one of a site: decoded, and drawn anew, in a child process.
 *
 * @throws as `changeSettings`; ConfigError where it is none, or too small; Problem `page-timeout`, `storage-full`.
 */
export async function changePicture(
  deps: SettingsDeps & Pick<Deps, 'renderer'>,
  site: Site,
  by: number,
  { name, revision, bytes }: { name: SitePictureName; revision: number; bytes: Buffer },
): Promise<SiteSettings> {
  refuseFixed(sourceFor(deps.config, site), { [name]: '' });
  const value = uploadedPicture(await deps.blobs.put(await drawAnew(deps, name, bytes, leastSize(name))));
  return keep(deps, site, by, { revision, restored: null }, (kept) => ({ ...kept, [name]: value }));
}

/**
 * Goes back to what was set after a revision; 0: to nothing set. Kept as a change of its own.
 *
 * @throws StaleSettings, Problem `revision-not-found`, ConfigError where it cannot be used any more.
 */
export async function restoreSettings(
  deps: SettingsDeps,
  site: Site,
  by: number,
  { revision, to, password = '' }: { revision: number; to: number; password?: string | undefined },
): Promise<SiteSettings> {
  const wanted = to === 0 ? { settings: {} } : await findSettings(deps.db, site.id, to);
  if (wanted === null) throw problem('revision-not-found');
  const now = await newest(deps.db, site);
  if (differences(sourceFor(deps.config, site), now.settings, wanted.settings).some(({ key }) => isOfSignIn(key))) {
    await requirePassword(deps.db, by, password);
  }
  return keep(deps, site, by, { revision, restored: to }, () => wanted.settings);
}

/** The changes of a site's settings below a revision, the newest first. */
export function settingsHistory(
  { db }: SettingsDeps,
  site: Site,
  below: number,
  limit: number,
): Promise<SettingsRevision[]> {
  return listRevisions(db, site.id, below, limit);
}

/** The settings that were changed since a revision: the values in force then and now, by key. */
export async function changedSince(
  { db, config }: SettingsDeps,
  site: Site,
  revision: number,
): Promise<SettingsRevision['changes']> {
  const source = sourceFor(config, site);
  const [then, now] = await Promise.all([
    revision === 0 ? null : findSettings(db, site.id, revision),
    findSettings(db, site.id, null),
  ]);
  const secrets = (await listRevisions(db, site.id, 2_147_483_647, AT_MOST))
    .filter((each) => each.revision > revision)
    .flatMap(({ changes }) => changes.filter(({ key }) => isSecret(key)));
  return [
    ...differences(source, then?.settings ?? {}, now?.settings ?? {}),
    ...new Map(secrets.map((each) => [each.key, each])).values(),
  ];
}

async function keep(
  deps: SettingsDeps,
  site: Site,
  userId: number,
  {
    revision,
    restored,
    secrets = new Map(),
  }: { revision: number; restored: number | null; secrets?: ReadonlyMap<string, string | null> },
  change: (kept: StoredSettings) => StoredSettings,
): Promise<SiteSettings> {
  const source = sourceFor(deps.config, site);
  const before = await newest(deps.db, site);
  if (before.revision !== revision) throw new StaleSettings(revision);
  await refuseLockout(deps, source, { before: before.settings, after: change(before.settings), secrets });
  await withTransaction(deps.db, async (tx) => {
    const kept = await newest(tx, site);
    if (kept.revision !== revision) throw new StaleSettings(revision);
    // A setting that a newer file forbids is in force nowhere, and must not keep others from being saved.
    const { refused } = withUsableSettings(source, kept.settings);
    const settings = change(
      Object.fromEntries(Object.entries(kept.settings).filter(([key]) => !refused.includes(key))),
    );
    const next = withSettings(source, withSecrets(settings, givenSecrets(secrets)));
    const changes = [
      ...differences(source, kept.settings, settings),
      ...(await keepSecrets(tx, deps.secret, next, secrets)),
    ];
    // A value that is set to what it was is no change that anyone could see.
    if (changes.length === 0 && isDeepStrictEqual(kept.settings, settings)) return;
    const row = { site: site.id, revision: revision + 1, settings, changes, restored, userId };
    if (!(await insertSettings(tx, row))) throw new StaleSettings(revision);
    await audit(tx, {
      userId,
      action: restored === null ? 'settings.edit' : 'settings.restore',
      subject: 'settings',
      subjectId: revision + 1,
      details: {
        site: site.id,
        ...(restored === null ? {} : { restored }),
        changes: Object.fromEntries(changes.map(({ key, before, after }) => [key, { before, after }])),
      },
    });
  });
  await applySettings(deps);
  return getSettings(deps, currentSite(deps.config, site));
}

/** Whether a setting decides who gets in: a session alone may not change it (decisions/0040). */
function isOfSignIn(key: string): boolean {
  return key.startsWith('signIn.');
}

/** Settings with some of them changed; null takes one away. */
function applyChanges(kept: StoredSettings, values: StoredSettings): StoredSettings {
  return Object.fromEntries(Object.entries({ ...kept, ...values }).filter(([, value]) => value !== null));
}

/** The same site as it is now. */
function currentSite({ site, sites }: Deps['config'], { id }: Site): Site {
  return sites.find((each) => each.id === id) ?? site;
}

async function newest(db: SettingsDeps['db'] | Tx, { id }: Site): Promise<KeptSettings> {
  return (await findSettings(db, id, null)) ?? { site: id, revision: 0, settings: {} };
}

function sourceFor({ sources }: Deps['config'], { id }: Site): SiteSource {
  const source = sources.get(id);
  if (source === undefined) throw new Error(`no source of the site ${id}`);
  return source;
}

function describe(
  source: SiteSource,
  site: Site,
  { revision, settings }: KeptSettings,
  secrets: SiteSettings['secrets'],
): SiteSettings {
  const fixed = listFixed(source);
  const origins = Object.fromEntries(
    SETTING_KEYS.map((key): [string, SettingOrigin] => [
      key,
      fixed.get(key) ?? {
        by: Object.hasOwn(settings, key) || Object.hasOwn(secrets, key) ? 'page' : 'default',
        name: null,
      },
    ]),
  );
  return { site: site.id, revision, values: settingValues(site), defaults: defaultSettings(), origins, secrets };
}

function differences(source: SiteSource, from: StoredSettings, to: StoredSettings): SettingsRevision['changes'] {
  const [before, after] = [from, to].map((each) => settingValues(withUsableSettings(source, each).site));
  return SETTING_KEYS.filter((key) => !isDeepStrictEqual(before![key], after![key])).map((key) => ({
    key,
    before: before![key],
    after: after![key],
  }));
}

/** @throws ConfigError for keys that are none, that are not of this kind of site, and that a file or the environment fixes. */
function refuseFixed(source: SiteSource, values: SettingsChange['values']): void {
  const fixed = listFixed(source);
  const wrong = Object.keys(values).flatMap((name): ConfigIssue[] => {
    const known = SETTING_KEYS.includes(name as SettingKey);
    if (!known) return [{ name, rule: 'unknown-key' }];
    const by = fixed.get(name as SettingKey);
    if (by === undefined) return [];
    return [
      by.name === null
        ? { name, rule: 'elsewhere', params: { only: 'main' } }
        : { name, rule: 'fixed', params: { by: by.name } },
    ];
  });
  refuse(wrong);
}

function refuse(wrong: readonly ConfigIssue[]): void {
  if (wrong.length > 0) throw new ConfigError(...wrong);
}
