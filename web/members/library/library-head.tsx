import type { ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Tabs } from '#web/ui/basic/tabs.tsx';

/** The head of a page of the member's library: its name, what can be done with all of it, and the ways to its other pages. */
export function LibraryHead({ title, note, children }: { title: string; note?: string | null; children?: ReactNode }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasFavorites = useFeature('favorites');
  const hasShelves = useFeature('shelves');
  const hasFigures = useFeature('figures');
  return (
    <>
      <header className="row row--between">
        <h1>{title}</h1>
        {note ? <span className="muted num small">{note}</span> : null}
        {children}
      </header>
      <Tabs
        label={t('library.title')}
        tabs={[
          ...(hasFavorites ? [{ to: links.favorites(), name: t('library.favorites.title') }] : []),
          ...(hasShelves ? [{ to: links.shelves(), name: t('library.shelves.title') }] : []),
          { to: links.history(), name: t('library.history.title') },
          ...(hasFigures ? [{ to: links.figures(), name: t('library.figures.title') }] : []),
          { to: links.bookmarks(), name: t('bookmarks.title') },
          { to: links.lists(), name: t('library.lists.title') },
          { to: links.following(), name: t('library.following.title') },
          { to: links.offline(), name: t('offline.tab') },
        ]}
      />
    </>
  );
}
