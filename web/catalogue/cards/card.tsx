import type { CSSProperties } from 'react';
import type { Mark } from '#contract/library.ts';
import { toggleFavorite } from '#web/library/marks/favorite-toggle.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useMark } from '#web/library/marks/marks.ts';
import { onProgressChange } from '#web/library/progress/progress.ts';
import { useComicProgress } from '#web/library/progress/progress-store.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { RatedCover } from '#web/library/display/rated-cover.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import type { ShownComic } from './shown-comic.ts';
import './card.css';

/** How wide a cover is on the screen: the grid's columns (interface, "Behaviour"), less the page's edges. */
const GRID_SIZES =
  '(min-width: 100rem) 12vw, (min-width: 75rem) 15vw, (min-width: 48rem) 23vw, (min-width: 30rem) 31vw, 44vw';

interface Props {
  comic: ShownComic;
  /** In sight when the page opens. */
  eager?: boolean;
  /** How wide its cover is where it stands in no grid, as `sizes` says it. */
  sizes?: string;
  /** It is listed by its newest chapter, and says which that is. */
  news?: boolean;
  /** Where one left off in it: the card then leads there. `share` is how much is read, 0 to 1. */
  reading?: { to: string; share: number; text: string };
}

/** A comic in a list: its cover and what helps to choose. The whole card is one link, named by the title. */
export function Card({ comic, eager = false, sizes = GRID_SIZES, news = false, reading }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const hasHearts = useFeature('favorites');
  const mark = useMark(comic.id);
  const share = useShare(comic, mark?.read, reading);
  const { title, language, category, cover, rating } = comic;
  const premium = useFeature('premium') && comic.premium;
  return (
    <article className="card">
      <div className="card__cover">
        <RatedCover rating={rating} title={title} color={cover?.color ?? null}>
          <Picture
            src={comic.thumb_url}
            {...(cover ? { srcSet: `${comic.thumb_url} 320w, ${comic.image_url} 640w`, sizes } : {})}
            width={cover?.width ?? 400}
            height={cover?.height ?? 600}
            thumbhash={cover?.thumbhash ?? null}
            alt=""
            eager={eager}
          />
          {premium || rating !== 'safe' ? (
            <span className="cover__badges">
              {premium ? (
                <Badge look="plate">
                  <Icon name="lock" className="icon--s" />
                  {t('latest.card.premium')}
                </Badge>
              ) : null}
              {rating === 'safe' ? null : <Badge look="plate">{t('latest.card.rating', { rating })}</Badge>}
            </span>
          ) : null}
          {share > 0 ? (
            <span className="cover__read" aria-hidden="true">
              <i style={{ '--p': `${share * 100}%` } as CSSProperties} />
            </span>
          ) : null}
        </RatedCover>
        {hasHearts ? (
          <button
            type="button"
            className="fav needs-script"
            aria-pressed={mark?.favorited ?? false}
            aria-label={t('library.favorite.of', { title })}
            onClick={() => toggleFavorite(comic)}
          >
            <Icon name="heart" />
          </button>
        ) : null}
      </div>
      <div className="card__body">
        <h3 className="card__title" lang={titleLanguage(comic, locale)}>
          <Link to={reading?.to ?? links.comic(comic.slug)}>
            <bdi dir="auto">{title}</bdi>
          </Link>
        </h3>
        <p className="card__meta">
          {language || category ? (
            <span title={language?.name}>
              <Flag icon={language?.icon} />
              {language ? (
                <span className={category && language.icon ? 'visually-hidden' : undefined}>{language.name}</span>
              ) : null}
              {category?.name}
            </span>
          ) : null}
          <span>
            <Amount comic={comic} />
          </span>
        </p>
        <p className="card__meta">
          {reading ? <span>{reading.text}</span> : <Added comic={comic} news={news} />}
          {share > 0 && !reading ? (
            <span className={share < 1 ? 'visually-hidden' : undefined}>
              {t(share < 1 ? 'library.read.part' : 'library.read.all')}
            </span>
          ) : null}
        </p>
      </div>
    </article>
  );
}

/** How much of it is read: what this browser remembers, or what the account says of what was read elsewhere. */
function useShare(
  { id, chapters_count: chapters }: ShownComic,
  read: Mark['read'] | undefined,
  reading: Props['reading'],
): number {
  const here = onProgressChange(useComicProgress(id), chapters);
  if (reading) return reading.share;
  return read === 'all' ? 1 : here;
}

/** When it was added; or which chapter came last, and when. */
function Added({
  comic: { uploaded_at: uploaded, latest_chapter: chapter },
  news,
}: Required<Pick<Props, 'comic' | 'news'>>) {
  const t = useTranslate();
  if (!news || !chapter) return <When date={uploaded} />;
  const { name, number, slug, added_at: added } = chapter;
  return (
    <>
      <span className="card__news">
        <bdi dir="auto">{number ? t('latest.card.chapter', { number }) : name || slug}</bdi>
      </span>
      <When date={added} />
    </>
  );
}

/** How much there is to read: the chapters of a series, else the pages. */
function Amount({ comic: { chapters_count: chapters, pages } }: Pick<Props, 'comic'>) {
  const t = useTranslate();
  return chapters > 0 ? t('latest.card.chapters', { count: chapters }) : t('latest.card.pages', { count: pages });
}

/** The place of a card that is on its way. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <Cover className="skeleton" />
      <Skeleton width="85%" />
      <Skeleton width="55%" />
    </div>
  );
}
