import { useEffect, useState } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { isFinished } from '#web/library/progress/progress.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { comicsInProgress, unfinishedComics } from '#web/catalogue/cards/in-progress.ts';
import { Card, CardSkeleton } from '#web/catalogue/cards/card.tsx';
import '#web/catalogue/cards/grid.css';

/** The comics this browser has begun to read, each card leading to the page where one left off. Nothing where there is none. */
export function ContinueReading() {
  const t = useTranslate();
  const links = useAddresses();
  const begun = comicsInProgress(usePersistentStore(progressStore));
  const ids = begun
    .map(({ comicId }) => comicId)
    .sort((a, b) => a - b)
    .join();
  const [cards, setCards] = useState<readonly ComicCard[] | null>(null);
  useEffect(() => {
    if (ids === '') return;
    const leaving = new AbortController();
    apiGet<Page<ComicCard>>('/comics', { params: { ids: ids.split(','), per_page: 100 }, signal: leaving.signal }).then(
      ({ data }) => setCards(data),
      () => {
        if (!leaving.signal.aborted) {
          setCards([]);
        }
      },
    );
    return () => leaving.abort();
  }, [ids]);
  const open = ids === '' ? [] : cards && unfinishedComics(begun, cards);
  const isNothing = open?.length === 0;
  // The page keeps a place for it from its first paint on (`index.html`).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-begun', !isNothing);
  }, [isNothing]);
  if (isNothing) return null;
  return (
    <section aria-labelledby="shelf-continue">
      <div className="section-head">
        <h2 id="shelf-continue">{t('home.continue')}</h2>
      </div>
      <div className="shelf" aria-busy={open === null}>
        {open === null
          ? begun.slice(0, 6).map(({ comicId }) => <CardSkeleton key={comicId} />)
          : open.map(({ comic, chapterId, record, share }) => (
              <Card
                key={comic.id}
                comic={comic}
                reading={{
                  // After a chapter that was read to its end the comic's page knows which one is next.
                  to: isFinished(record) ? links.comic(comic.slug) : links.reader(comic.slug, chapterId),
                  share,
                  text: isFinished(record)
                    ? t('home.continue.next')
                    : t('home.continue.page', { page: record.page, pages: record.pages }),
                }}
              />
            ))}
      </div>
    </section>
  );
}
