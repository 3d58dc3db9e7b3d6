import type { SettingsChange, SettingsRevision, SiteSettings } from '#contract/site-settings.ts';
import { ConfigError } from '#server/config/errors.ts';
import {
  isSecret,
  openSecrets,
  sealSecrets,
  secretPlaces,
  siteSecrets,
  type SealedSecrets,
} from '#server/config/setting-secrets.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { listSecrets, putSecret } from './queries.ts';

/** Secrets that a change gives by their keys; null takes one away. */
export type ChangedSecrets = ReadonlyMap<string, string | null>;

/** The sealed secrets of a site, by their keys. */
export async function secretsFor(db: Db | Tx, { id }: Site): Promise<SealedSecrets> {
  return new Map((await listSecrets(db, id)).map(({ name, sealed }) => [name, sealed]));
}

/** Which secrets there are: those of files and the environment, and those kept for the place that the settings name now or another. */
export function secretStates(secret: string, site: Site, sealed: SealedSecrets): SiteSettings['secrets'] {
  const fit = openSecrets(secret, site, sealed);
  return {
    ...Object.fromEntries([...sealed.keys()].map((key) => [key, fit.has(key) ? ('set' as const) : ('unfit' as const)])),
    ...Object.fromEntries(siteSecrets(site).map((key) => [key, 'set' as const])),
  };
}

/** Values of a change without the secrets among them, and these. @throws ConfigError for one that is no text. */
export function takeSecrets(values: SettingsChange['values']): {
  plain: SettingsChange['values'];
  secrets: ChangedSecrets;
} {
  const [secret, plain] = [true, false].map((wanted) =>
    Object.entries(values).filter(([key]) => isSecret(key) === wanted),
  );
  const wrong = secret!.filter(([, value]) => value !== null && typeof value !== 'string');
  if (wrong.length > 0) {
    throw new ConfigError(...wrong.map(([name]) => ({ name, rule: 'type' as const, params: { expected: 'string' } })));
  }
  return {
    plain: Object.fromEntries(plain!),
    secrets: new Map(secret!.map(([key, value]) => [key, value === '' ? null : (value as string | null)])),
  };
}

/** Those of them that are given, not taken away. */
export function givenSecrets(secrets: ChangedSecrets): Map<string, string> {
  return new Map([...secrets].filter((each): each is [string, string] => each[1] !== null));
}

/**
 * Keeps the secrets of a change, sealed for the places that the changed site names, and lets go of those that it has no place for.
 *
 * @returns the changes as the history tells them: that there is one, not which.
 */
export async function keepSecrets(
  tx: Tx,
  secret: string,
  site: Site,
  secrets: ChangedSecrets,
): Promise<SettingsRevision['changes']> {
  const before = await secretsFor(tx, site);
  const sealed = sealSecrets(secret, site, givenSecrets(secrets));
  const places = secretPlaces(site);
  const gone = [...before.keys()].filter((key) => !places.has(key) || secrets.get(key) === null);
  for (const key of gone) {
    await putSecret(tx, site.id, key, null);
  }
  for (const [key, text] of sealed) {
    await putSecret(tx, site.id, key, text);
  }
  return [
    ...gone.map((key) => ({ key, before: 'set', after: null })),
    ...[...sealed.keys()].map((key) => ({
      key,
      before: before.has(key) ? 'set' : null,
      after: before.has(key) ? 'new' : 'set',
    })),
  ];
}
