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
  'pages/admin': () => forStaff(import('./pages/admin.tsx')),
  'pages/upload': () => forStaff(import('./pages/upload.tsx')),
  'pages/upload-comic': () => forStaff(import('./pages/upload-comic.tsx')),
  'pages/moderation': () => forStaff(import('./pages/moderation.tsx')),
  'legal/consent/cookies-page': () => aboutLaw(import('#web/legal/consent/cookies-page.tsx')),
  'pages/favorites': () => import('./pages/favorites.tsx'),
  'pages/history': () => import('./pages/history.tsx'),
  'pages/bookmarks': () => import('./pages/bookmarks.tsx'),
  'pages/lists': () => import('./pages/lists.tsx'),
  'pages/list': () => import('./pages/list.tsx'),
  'pages/following': () => import('./pages/following.tsx'),
  'pages/notifications': () => import('./pages/notifications.tsx'),
  'pages/offline': () => import('./pages/offline.tsx'),
  'legal/age/age-page': () => import('#web/legal/age/age-page.tsx'),
  'pages/login': () => import('./pages/login.tsx'),
  'pages/register': () => import('./pages/register.tsx'),
  'pages/password-reset': () => import('./pages/password-reset.tsx'),
  'pages/password-reset-token': () => import('./pages/password-reset-token.tsx'),
  'pages/verify': () => import('./pages/verify.tsx'),
  'pages/setup': () => import('./pages/setup.tsx'),
  'pages/profile': () => import('./pages/profile.tsx'),
  'pages/import-review': () => ofAccount(import('./pages/import-review.tsx')),
  'pages/settings': () => ofAccount(import('./pages/settings.tsx')),
  'pages/not-found': () => import('./pages/not-found.tsx'),
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
