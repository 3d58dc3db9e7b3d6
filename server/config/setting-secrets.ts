import { openSecret, sealSecret } from '#server/security/sealed-secret.ts';
import type { Site } from './site-file.ts';

/** The key of the one secret that is a setting of its own. */
export const MAIL_PASSWORD = 'mail.password';

/** The key of the list of providers, whose secrets are `signIn.providers.{id}`. */
export const PROVIDERS = 'signIn.providers';

/** The key of a provider's secret. */
export function providerSecret(id: string): string {
  return `${PROVIDERS}.${id}`;
}

/** Whether a key is the one of a secret. */
export function isSecret(key: string): boolean {
  return key === MAIL_PASSWORD || key.startsWith(`${PROVIDERS}.`);
}

/** Secrets of a site by their keys, sealed. */
export type SealedSecrets = ReadonlyMap<string, string>;

/** The place that each secret of a site is sent to, by its key: a secret that was given for another one is not sent there. */
export function secretPlaces({ id, mail: { server, port, security, user }, signIn }: Site): Map<string, string> {
  const place = (key: string, ...parts: (string | number)[]) => [key, JSON.stringify([id, key, ...parts])] as const;
  return new Map([
    place(MAIL_PASSWORD, server, port, security, user),
    ...signIn.providers.map((provider) => place(providerSecret(provider.id), provider.issuer, provider.clientId)),
  ]);
}

/** Secrets as they are kept, for the places that a site names. */
export function sealSecrets(secret: string, site: Site, given: ReadonlyMap<string, string>): Map<string, string> {
  const places = secretPlaces(site);
  return new Map(
    [...given].flatMap(([key, text]) => {
      const place = places.get(key);
      return place === undefined ? [] : [[key, sealSecret(secret, place, text)] as const];
    }),
  );
}

/** The secrets that a site can send where its settings say. */
export function openSecrets(secret: string, site: Site, sealed: SealedSecrets): Map<string, string> {
  const places = secretPlaces(site);
  return new Map(
    [...sealed].flatMap(([key, kept]) => {
      const place = places.get(key);
      const text = place === undefined ? null : openSecret(secret, place, kept);
      return text === null ? [] : [[key, text] as const];
    }),
  );
}

/** Settings with the secrets that belong to them, as a file would say them. */
export function withSecrets(
  settings: Readonly<Record<string, unknown>>,
  secrets: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const password = secrets.get(MAIL_PASSWORD);
  const providers = settings[PROVIDERS];
  return {
    ...settings,
    ...(password === undefined ? {} : { [MAIL_PASSWORD]: password }),
    ...(Array.isArray(providers) ? { [PROVIDERS]: providers.map((each) => withSecret(each, secrets)) } : {}),
  };
}

/** The keys of the secrets that a site has, wherever they come from. */
export function siteSecrets({ mail, signIn }: Site): string[] {
  return [
    ...(mail.password === '' ? [] : [MAIL_PASSWORD]),
    ...signIn.providers
      .filter(({ clientSecret, clientSecretFile }) => clientSecret !== '' || clientSecretFile !== '')
      .map(({ id }) => providerSecret(id)),
  ];
}

function withSecret(provider: unknown, secrets: ReadonlyMap<string, string>): unknown {
  if (typeof provider !== 'object' || provider === null) return provider;
  const secret = secrets.get(providerSecret(String((provider as { id?: unknown }).id)));
  return secret === undefined ? provider : { ...provider, clientSecret: secret };
}
