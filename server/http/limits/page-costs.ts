import { PATHS } from '#contract/addresses.ts';
import { COSTS, type LimitKind } from './request-costs.ts';

/** Pages on which people log in and what belongs to it, by their part of the address behind the locale. */
const LOGIN_PAGES: ReadonlySet<string | undefined> = new Set(
  [PATHS.login, PATHS.register, PATHS.passwordReset, PATHS.verify, PATHS.signIn].map((path) => path.split('/', 1)[0]),
);

/** The kind that a rendered page counts as, and what it costs to make. @param url from `/` on, with its query. */
export function limitOfPage(url: string): { kind: LimitKind; cost: number } {
  const [path = '', query = ''] = url.split('?', 2);
  if (LOGIN_PAGES.has(path.split('/', 3)[2])) return { kind: 'logins', cost: 1 };
  return { kind: 'reads', cost: /(?:^|&)(?:q|find)=[^&]/.test(query) ? COSTS.searchPage : COSTS.page };
}
