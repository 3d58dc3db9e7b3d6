import type { ChapterImages, PageImage } from '#contract/chapters.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { ChapterList } from './chapter-list.tsx';
import { loadComic, useComicView } from '#web/catalogue/comic/comic-data.ts';
import { PremiumOffer } from '#web/catalogue/comic/lazy-parts.tsx';
import { PageGrid } from './page-grid.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** The pages of a one-shot; null for a series, and where this visitor may not see them all (the comic then says why). */
export async function loader({ request, params }: LoaderArgs): Promise<{ images: PageImage[] | null }> {
  const path = `/comics/${encodeURIComponent(params.slug ?? '')}`;
  const { chapters_count: chapters, withheld, closed } = await loadComic(request, params.slug);
  if (chapters > 0 || withheld || closed) return { images: null };
  try {
    return { images: (await apiGet<ChapterImages>(`${path}/images`, { request })).images };
  } catch (error) {
    if (error instanceof ApiFailure && [401, 403, 451].includes(error.status)) return { images: null };
    throw error;
  }
}

/** The pages of a one-shot, or the chapters of a series. */
export function Page({ data }: PageProps<{ images: PageImage[] | null }>) {
  const t = useTranslate();
  const view = useComicView();
  const { comic, chapters } = view;
  if (chapters.length > 0) {
    return (
      <>
        {comic.closed && <PremiumOffer />}
        <ChapterList view={view} />
      </>
    );
  }
  if (comic.withheld) return null;
  const images = data.images ?? comic.preview_images;
  if (images.length === 0 && !comic.premium) return <EmptyState title={t('reader.end.empty')} />;
  return (
    <>
      {comic.closed && (
        <PremiumOffer>{t('comic.premium.preview', { shown: images.length, total: comic.pages })}</PremiumOffer>
      )}
      <PageGrid view={view} images={images} />
    </>
  );
}
