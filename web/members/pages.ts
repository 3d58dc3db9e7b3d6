import type { PageModule } from '#web/platform/page/page.ts';

/** The pages of members, by their path under this wing. The first load of any other names none of them: the name of each file costs there. */
const PAGES = {
  'library/favorites-page': () => import('./library/favorites-page.tsx'),
  'library/shelves-page': () => import('./library/shelves-page.tsx'),
  'figures/figures-page': () => withMessages(import('./figures/figures-page.tsx')),
  'figures/shared-figures-page': () => withMessages(import('./figures/shared-figures-page.tsx')),
  'library/history-page': () => import('./library/history-page.tsx'),
  'library/bookmarks-page': () => import('./library/bookmarks-page.tsx'),
  'library/lists-page': () => import('./library/lists-page.tsx'),
  'library/list-page': () => import('./library/list-page.tsx'),
  'library/following-page': () => import('./library/following-page.tsx'),
  'groups/groups-page': () => withMessages(import('./groups/groups-page.tsx')),
  'notifications/notifications-page': () => import('./notifications/notifications-page.tsx'),
  'offline/offline-page': () => import('./offline/offline-page.tsx'),
  'auth/login-page': () => import('./auth/login-page.tsx'),
  'auth/register-page': () => import('./auth/register-page.tsx'),
  'auth/password-reset-page': () => import('./auth/password-reset-page.tsx'),
  'auth/password-reset-token-page': () => import('./auth/password-reset-token-page.tsx'),
  'auth/verify-page': () => import('./auth/verify-page.tsx'),
  'returning/sign-in-page': () => import('./returning/sign-in-page.tsx'),
  'auth/setup-page': () => import('./auth/setup-page.tsx'),
  'profile/profile-page': () => import('./profile/profile-page.tsx'),
  'portability/import-review-page': () => withMessages(import('./portability/import-review-page.tsx')),
  'settings/settings-page': () => withMessages(import('./settings/settings-page.tsx')),
};

export type MembersPage = keyof typeof PAGES;

/** The page in a file. @throws where its code cannot be had. */
export function loadPage(file: MembersPage): Promise<PageModule> {
  return PAGES[file]() as Promise<unknown> as Promise<PageModule>;
}

/** A page of one’s own account, with the words that other pages do not fetch. */
async function withMessages<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { settingsMessages } = await import('./messages.ts');
  await settingsMessages();
  return module;
}
