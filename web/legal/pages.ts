import type { PageModule } from '#web/platform/page/page.ts';

/**
 * The pages about law that few visits begin with, by their path under this wing. The first load of any other names none
 * of them: the name of each file costs there.
 */
const PAGES = {
  'notices/dmca-page': () => withMessages(import('./notices/dmca-page.tsx')),
  'notices/takedowns-page': () => withMessages(import('./notices/takedowns-page.tsx')),
  'notices/takedown-page': () => withMessages(import('./notices/takedown-page.tsx')),
  'notices/counter-notice-page': () => withMessages(import('./notices/counter-notice-page.tsx')),
  'transparency/transparency-page': () => withMessages(import('./transparency/transparency-page.tsx')),
  'site-pages/site-page': () => import('./site-pages/site-page.tsx'),
  'consent/cookies-page': () => withMessages(import('./consent/cookies-page.tsx')),
  'age/age-page': () => import('./age/age-page.tsx'),
};

export type LegalPage = keyof typeof PAGES;

/** The page in a file. @throws where its code cannot be had. */
export function loadPage(file: LegalPage): Promise<PageModule> {
  return PAGES[file]() as Promise<unknown> as Promise<PageModule>;
}

/** A page about notices, moderation or cookies, with the words that other pages do not fetch. */
async function withMessages<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { legalMessages } = await import('./messages.ts');
  await legalMessages();
  return module;
}
