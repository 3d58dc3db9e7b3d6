import { PROXY } from '#contract/sign-in.ts';
import type { ProviderAnswer, ProviderStep } from '#contract/sign-in.ts';
import type { SiteConfig } from '#contract/site.ts';
import { apiPost } from '#web/platform/api/api.ts';

/** A way in that is not a password: its id, and what its button says. */
export interface Way {
  id: string;
  name: string;
  /** The version of its own picture; null: it has none. */
  icon: string | null;
  register: boolean;
}

/** The ways in elsewhere that a site offers, in their order; the proxy comes first. */
export function listWays({ signIn: { providers, proxy } }: SiteConfig): Way[] {
  return proxy === null ? providers : [{ ...proxy, id: PROXY, icon: null }, ...providers];
}

/** Leaves for a provider, which sends the browser back to `PATHS.signIn`; resolves once the browser is on its way. */
export async function leaveFor(
  id: string,
  body: { purpose?: 'join' | 'prove'; next: string; remember_me?: boolean; password?: string },
): Promise<void> {
  const { location: to } = await apiPost<ProviderStep>(`/login/providers/${encodeURIComponent(id)}`, { body });
  location.assign(to);
}

/** Asks the proxy who is here; it answers at once. */
export function askProxy(body: {
  purpose?: 'join' | 'prove';
  remember_me?: boolean;
  password?: string;
}): Promise<ProviderAnswer> {
  return apiPost<ProviderAnswer>('/login/proxy', { body });
}

/** The path of the page that is shown, with its query. */
export function currentPath(): string {
  return location.pathname + location.search;
}
