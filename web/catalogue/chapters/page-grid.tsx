import type { PageImage } from '#contract/chapters.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import type { ComicView } from '#web/catalogue/comic/comic-data.ts';
import { countReadPages, useReading } from '#web/catalogue/comic/reading-state.ts';
import { Link } from '#web/ui/basic/link.tsx';
import './page-grid.css';

/** The pages of a one-shot as small pictures; each opens the reader there. */
export function PageGrid({ view, images }: { view: ComicView; images: readonly PageImage[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { goOn, of } = useReading(view);
  const done = countReadPages(of(null));
  return (
    <div className="pages">
      {images.map(({ id, page, thumbnail_url, width, height, thumbhash, color }) => {
        const isNow = goOn?.page === page;
        return (
          <Link
            key={id}
            className={isNow ? 'page-thumb page-thumb--now' : 'page-thumb'}
            to={links.reader(view.comic.slug, null, page)}
          >
            <Cover rated={view.comic.rating === 'safe' ? undefined : view.comic.rating}>
              <Picture src={thumbnail_url} width={width} height={height} thumbhash={thumbhash} color={color} alt="" />
            </Cover>
            <span>
              {t('reader.page.name', { page })}
              {isNow ? (
                <Badge look="accent">{t('comic.continue')}</Badge>
              ) : page <= done ? (
                <Icon name="check" className="icon--s" />
              ) : null}
            </span>
          </Link>
        );
      })}
    </div>
  );
}
