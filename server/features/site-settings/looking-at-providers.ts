import type { ProviderCheck, SettingsChange } from '#contract/site-settings.ts';
import { PROVIDERS } from '#server/config/setting-secrets.ts';
import { checkProvider } from '#server/features/accounts/public/provider-check.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { trySettings, type SettingsDeps } from './site-settings.ts';

/**
 * The findings at a provider as it is entered, in the caller's language, and the addresses that have to be registered there.
 *
 * @throws ConfigError with what is wrong with it as such, by key: it is the first and only one of the list.
 */
export async function lookAtProvider(
  deps: SettingsDeps,
  { site, locale, origin }: RequestContext,
  entered: SettingsChange['values'],
): Promise<ProviderCheck> {
  const tried = await trySettings(deps, site, { [PROVIDERS]: [{ ...entered, icon: '' }] });
  const [provider] = tried.signIn.providers;
  if (provider === undefined) throw new Error('no provider');
  const faults = await checkProvider(provider);
  return {
    findings: faults.map(({ fault, fatal, value }) => ({
      level: fatal ? 'bad' : 'warn',
      text: translate(locale, `auth.told.provider-check.${fault}`, { value }),
    })),
    redirect: `${origin}/sign-in/${provider.id}`,
    logout: `${origin}/api/login/providers/${provider.id}/logout`,
  };
}
