import type { PageModule } from '#web/platform/page/page.ts';

/** The pages of staff, by their path under this wing. The first load of any other names none of them: the name of each file costs there. */
const PAGES = {
  'admin/admin-page': async () => {
    // Ads are asked for as one's own account is: by a password, or what stands for it.
    const { settingsMessages } = await import('#web/members/messages.ts');
    await settingsMessages();
    return withMessages(import('./admin/admin-page.tsx'));
  },
  'uploads/upload-page': () => withMessages(import('./uploads/upload-page.tsx')),
  'comic-editor/upload-comic-page': () => withMessages(import('./comic-editor/upload-comic-page.tsx')),
  'moderation/moderation-page': () => withMessages(import('./moderation/moderation-page.tsx')),
};

export type StaffPage = keyof typeof PAGES;

/** The page in a file. @throws where its code cannot be had. */
export function loadPage(file: StaffPage): Promise<PageModule> {
  return PAGES[file]() as Promise<unknown> as Promise<PageModule>;
}

/** A page of staff, with the words that other pages do not fetch. */
async function withMessages<Data>(module: Promise<PageModule<Data>>): Promise<PageModule<Data>> {
  const { staffMessages } = await import('./messages.ts');
  await staffMessages();
  return module;
}
