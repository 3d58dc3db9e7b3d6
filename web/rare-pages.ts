import type { PageModule } from './page.ts';

/** Pages that few visits begin with, by their file. The first load names none of them: the name of each file costs there. */
const RARE_PAGES = {
  'comic-download': () => import('./pages/comic-download.tsx'),
  'term-comments': () => import('./pages/term-comments.tsx'),
  dmca: () => aboutLaw(import('./pages/dmca.tsx')),
  takedowns: () => aboutLaw(import('./pages/takedowns.tsx')),
  takedown: () => aboutLaw(import('./pages/takedown.tsx')),
  'counter-notice': () => aboutLaw(import('./pages/counter-notice.tsx')),
  transparency: () => aboutLaw(import('./pages/transparency.tsx')),
  'site-page': () => import('./pages/site-page.tsx'),
  admin: () => forStaff(import('./pages/admin.tsx')),
  upload: () => forStaff(import('./pages/upload.tsx')),
  'upload-comic': () => forStaff(import('./pages/upload-comic.tsx')),
  moderation: () => forStaff(import('./pages/moderation.tsx')),
  cookies: () => aboutLaw(import('./pages/cookies.tsx')),
  favorites: () => import('./pages/favorites.tsx'),
  history: () => import('./pages/history.tsx'),
  bookmarks: () => import('./pages/bookmarks.tsx'),
  lists: () => import('./pages/lists.tsx'),
  list: () => import('./pages/list.tsx'),
  following: () => import('./pages/following.tsx'),
  notifications: () => import('./pages/notifications.tsx'),
  offline: () => import('./pages/offline.tsx'),
  age: () => import('./pages/age.tsx'),
  login: () => import('./pages/login.tsx'),
  register: () => import('./pages/register.tsx'),
  'password-reset': () => import('./pages/password-reset.tsx'),
  'password-reset-token': () => import('./pages/password-reset-token.tsx'),
  verify: () => import('./pages/verify.tsx'),
  setup: () => import('./pages/setup.tsx'),
  profile: () => import('./pages/profile.tsx'),
  'import-review': () => ofAccount(import('./pages/import-review.tsx')),
  settings: () => ofAccount(import('./pages/settings.tsx')),
  'not-found': () => import('./pages/not-found.tsx'),
};

export type RarePage = keyof typeof RARE_PAGES;

/** The page in a file. @throws where its code cannot be had. */
export function rarePage(file: RarePage): Promise<PageModule> {
  return RARE_PAGES[file]() as Promise<unknown> as Promise<PageModule>;
}

/** The page of staff, with the words that readers do not fetch. */
async function forStaff<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { staffMessages } = await import('./i18n/staff-messages.ts');
  await staffMessages();
  return module;
}

/** A page about notices, moderation or cookies, with the words that other pages do not fetch. */
async function aboutLaw<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { lawMessages } = await import('./i18n/law-messages.ts');
  await lawMessages();
  return module;
}

/** A page of one's own account, with the words that other pages do not fetch. */
async function ofAccount<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { settingsMessages } = await import('./i18n/settings-messages.ts');
  await settingsMessages();
  return module;
}
