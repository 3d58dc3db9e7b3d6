import { PROXY } from '#contract/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { logoutUrl } from '#server/features/accounts/providers/provider-client.ts';
import { sessionSource } from '#server/features/accounts/providers/queries-sign-ins.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { deleteSession } from '#server/features/accounts/login/queries-login.ts';

/**
 * Ends a session, at once.
 *
 * @returns where its member is led on to log out where it began, too; null for nowhere.
 */
export async function logOut(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  { site, origin }: Pick<RequestContext, 'site' | 'origin'>,
  token: number,
): Promise<string | null> {
  const source = await sessionSource(deps.db, token);
  await deleteSession(deps.db, token);
  if (source === null) return null;
  if (source.provider === PROXY) return site.signIn.proxy?.logoutUrl || null;
  const provider = site.signIn.providers.find(({ id }) => id === source.provider);
  if (provider === undefined || !provider.logout) return null;
  return logoutUrl(deps, provider, { back: `${origin}/`, idToken: source.id_token });
}
