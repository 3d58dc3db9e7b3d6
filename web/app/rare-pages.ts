import type { PageModule } from '#web/platform/page/page.ts';

/** Pages that few visits begin with, by their path under `web/`. The first load names none of them: the name of each file costs there. */
const RARE_PAGES = {
  'catalogue/downloads/comic-download-page': () => import('#web/catalogue/downloads/comic-download-page.tsx'),
  'catalogue/terms/term-comments-page': () => import('#web/catalogue/terms/term-comments-page.tsx'),
  'legal/notices/dmca-page': () => aboutLaw(import('#web/legal/notices/dmca-page.tsx')),
  'legal/notices/takedowns-page': () => aboutLaw(import('#web/legal/notices/takedowns-page.tsx')),
  'legal/notices/takedown-page': () => aboutLaw(import('#web/legal/notices/takedown-page.tsx')),
  'legal/notices/counter-notice-page': () => aboutLaw(import('#web/legal/notices/counter-notice-page.tsx')),
  'legal/transparency/transparency-page': () => aboutLaw(import('#web/legal/transparency/transparency-page.tsx')),
  'legal/site-pages/site-page': () => import('#web/legal/site-pages/site-page.tsx'),
  'staff/admin/admin-page': () => forStaff(import('#web/staff/admin/admin-page.tsx')),
  'staff/uploads/upload-page': () => forStaff(import('#web/staff/uploads/upload-page.tsx')),
  'staff/comic-editor/upload-comic-page': () => forStaff(import('#web/staff/comic-editor/upload-comic-page.tsx')),
  'staff/moderation/moderation-page': () => forStaff(import('#web/staff/moderation/moderation-page.tsx')),
  'legal/consent/cookies-page': () => aboutLaw(import('#web/legal/consent/cookies-page.tsx')),
  'members/library/favorites-page': () => import('#web/members/library/favorites-page.tsx'),
  'members/library/history-page': () => import('#web/members/library/history-page.tsx'),
  'members/library/bookmarks-page': () => import('#web/members/library/bookmarks-page.tsx'),
  'members/library/lists-page': () => import('#web/members/library/lists-page.tsx'),
  'members/library/list-page': () => import('#web/members/library/list-page.tsx'),
  'members/library/following-page': () => import('#web/members/library/following-page.tsx'),
  'members/notifications/notifications-page': () => import('#web/members/notifications/notifications-page.tsx'),
  'members/offline/offline-page': () => import('#web/members/offline/offline-page.tsx'),
  'legal/age/age-page': () => import('#web/legal/age/age-page.tsx'),
  'members/auth/login-page': () => import('#web/members/auth/login-page.tsx'),
  'members/auth/register-page': () => import('#web/members/auth/register-page.tsx'),
  'members/auth/password-reset-page': () => import('#web/members/auth/password-reset-page.tsx'),
  'members/auth/password-reset-token-page': () => import('#web/members/auth/password-reset-token-page.tsx'),
  'members/auth/verify-page': () => import('#web/members/auth/verify-page.tsx'),
  'members/auth/setup-page': () => import('#web/members/auth/setup-page.tsx'),
  'members/profile/profile-page': () => import('#web/members/profile/profile-page.tsx'),
  'members/portability/import-review-page': () => ofAccount(import('#web/members/portability/import-review-page.tsx')),
  'members/settings/settings-page': () => ofAccount(import('#web/members/settings/settings-page.tsx')),
  'app/not-found-page': () => import('./not-found-page.tsx'),
};

export type RarePage = keyof typeof RARE_PAGES;

/** The page in a file. @throws where its code cannot be had. */
export function rarePage(file: RarePage): Promise<PageModule> {
  return RARE_PAGES[file]() as Promise<unknown> as Promise<PageModule>;
}

/** The page of staff, with the words that readers do not fetch. */
async function forStaff<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { staffMessages } = await import('#web/platform/i18n/staff-messages.ts');
  await staffMessages();
  return module;
}

/** A page about notices, moderation or cookies, with the words that other pages do not fetch. */
async function aboutLaw<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { lawMessages } = await import('#web/platform/i18n/law-messages.ts');
  await lawMessages();
  return module;
}

/** A page of one's own account, with the words that other pages do not fetch. */
async function ofAccount<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { settingsMessages } = await import('#web/platform/i18n/settings-messages.ts');
  await settingsMessages();
  return module;
}
