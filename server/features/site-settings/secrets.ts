import type { SettingsChange, SettingsRevision, SiteSettings } from '#contract/site-settings.ts';
import { ConfigError, type ConfigIssue } from '#server/config/errors.ts';
import {
  MAIL_PASSWORD,
  PROVIDERS,
  providerSecret,
  openSecrets,
  sealSecrets,
  secretPlaces,
  siteSecrets,
  type SealedSecrets,
} from '#server/config/setting-secrets.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { listSecrets, putSecret } from './queries.ts';

/** Characters of a secret. */
const MAX_LENGTH = 1000;

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

/** The key of a provider that only files have: a path on the machine. */
const SECRET_FILE = 'clientSecretFile';

/**
 * Values of a change without the secrets among them, and these; `clientSecret` of a provider is one, and left as it is where it is
 * not there.
 *
 * @throws ConfigError for one that is no text, and for the key of providers that names a file.
 */
export function takeSecrets(values: SettingsChange['values']): {
  plain: SettingsChange['values'];
  secrets: ChangedSecrets;
} {
  const { [MAIL_PASSWORD]: password, [PROVIDERS]: providers, ...plain } = values;
  const given: [string, unknown][] = password === undefined ? [] : [[MAIL_PASSWORD, password]];
  const wrong: ConfigIssue[] = [];
  if (Array.isArray(providers)) {
    plain[PROVIDERS] = providers.map((provider, at) => {
      if (typeof provider !== 'object' || provider === null || Array.isArray(provider)) return provider;
      const { clientSecret, ...rest } = provider;
      if (clientSecret !== undefined) {
        given.push([providerSecret(typeof provider.id === 'string' ? provider.id : ''), clientSecret]);
      }
      if (Object.hasOwn(provider, SECRET_FILE)) {
        wrong.push({ name: `${PROVIDERS}.${at}.${SECRET_FILE}`, rule: 'unknown-key' });
      }
      return rest;
    });
  } else if (providers !== undefined) {
    plain[PROVIDERS] = providers;
  }
  for (const [name, value] of given) {
    if (value !== null && typeof value !== 'string') {
      wrong.push({ name, rule: 'type', params: { expected: 'string' } });
    } else if (value !== null && value.length > MAX_LENGTH) {
      wrong.push({ name, rule: 'long', params: { max: MAX_LENGTH } });
    }
  }
  if (wrong.length > 0) throw new ConfigError(...wrong);
  return {
    plain,
    secrets: new Map(given.map(([key, value]) => [key, value === '' ? null : (value as string | null)])),
  };
}

/**
 * The secrets that a site has once a change is kept: those that are kept for the places it names, with what the change gives and
 * without what it takes away.
 */
export function secretsAfter(
  secret: string,
  site: Site,
  sealed: SealedSecrets,
  changed: ChangedSecrets,
): Map<string, string> {
  return givenSecrets(new Map<string, string | null>([...openSecrets(secret, site, sealed), ...changed]));
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
