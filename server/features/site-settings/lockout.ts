import { isDeepStrictEqual } from 'node:util';
import { PROXY } from '#contract/sign-in.ts';
import { ConfigError } from '#server/config/errors.ts';
import { openSecrets, providerSecret, withSecrets } from '#server/config/setting-secrets.ts';
import type { Provider } from '#server/config/sign-in.ts';
import type { SiteSource } from '#server/config/site-files.ts';
import { withSettings, withUsableSettings, type StoredSettings } from '#server/config/site-settings.ts';
import type { Deps } from '#server/deps.ts';
import { checkProvider } from '#server/features/accounts/public/provider-check.ts';
import { issuersOfAdmins } from '#server/features/accounts/public/queries-admins.ts';
import { secretsAfter, secretsFor, type ChangedSecrets } from './secrets.ts';

/**
 * Refuses a change of signing in after which no admin could: without passwords an admin has to be joined to a provider that
 * answers as it should, or to the proxy.
 *
 * @throws ConfigError `signIn.passwords`; what is wrong with the settings as such.
 */
export async function refuseLockout(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  source: SiteSource,
  { before, after, secrets }: { before: StoredSettings; after: StoredSettings; secrets: ChangedSecrets },
): Promise<void> {
  const { site: now } = withUsableSettings(source, before);
  const { site: bare } = withUsableSettings(source, after);
  if (bare.signIn.passwords) return;
  const touched = [...secrets.keys()].some((key) => key.startsWith(providerSecret('')));
  if (isDeepStrictEqual(now.signIn, bare.signIn) && !touched) return;
  const sealed = await secretsFor(db, bare);
  const site = withSettings(source, withSecrets(after, secretsAfter(secret, bare, sealed, secrets)));
  const had = withSecrets(before, openSecrets(secret, now, sealed));
  const { providers: former } = withUsableSettings(source, had).site.signIn;
  // Whether a provider lets in without the secret that it had, or that was given for another place, is seen at a sign-in alone.
  const isWhole = ({ id, issuer, clientId, clientSecret }: Provider) =>
    clientSecret !== '' ||
    !(
      sealed.has(providerSecret(id)) ||
      former.some((each) => each.issuer === issuer && each.clientId === clientId && each.clientSecret !== '')
    );
  const known = await issuersOfAdmins(db, [PROXY, ...site.signIn.providers.map(({ issuer }) => issuer)]);
  if (site.signIn.proxy !== undefined && known.includes(PROXY)) return;
  const ways = site.signIn.providers.filter((each) => known.includes(each.issuer) && isWhole(each));
  const found = await Promise.all(ways.map(checkProvider));
  if (!found.some((faults) => faults.every(({ fatal }) => !fatal))) {
    throw new ConfigError({ name: 'signIn.passwords', rule: 'locked-out' });
  }
}
