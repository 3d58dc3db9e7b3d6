import { useMemo } from 'react';
import { useFeature } from '#web/platform/page/root-data.ts';
import { useFavorites } from '#web/library/marks/favorite-toggle.ts';
import { formatDate, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { RatedCover } from '#web/library/display/rated-cover.tsx';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { Badge, State } from '#web/ui/basic/badge.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import type { ComicView, ShownDetail } from './comic-data.ts';
import { OwnActions, ShowAdults } from './lazy-parts.tsx';
import { ReadActions, ReadingBar } from './read-actions.tsx';
import { Taxonomies } from './taxonomies.tsx';
import { otherTitles } from './titles.ts';
import './comic-header.css';

const STATUS_LOOK = { complete: 'good', ongoing: undefined, onhold: 'warn', canceled: 'bad' } as const;
const ATTRIBUTES = ['translated', 'speechless', 'rewritten'] as const;

/** Everything the page says of a comic: its cover, names, how to read it, its numbers and its terms. */
export function ComicHeader({ view }: { view: ComicView }) {
  const t = useTranslate();
  const locale = useLocale();
  const { comic } = view;
  const code = comic.language?.code ?? undefined;
  // The same element as long as the comic is: what is not taken over yet is left as it is.
  const own = useMemo(() => <OwnActions comic={comic} />, [comic]);
  return (
    <div className="comic">
      <RatedCover
        key={comic.id}
        className="comic__cover"
        rating={comic.cover ? comic.rating : 'safe'}
        title={comic.title}
        color={comic.cover?.color ?? null}
      >
        {comic.cover && (
          <Picture
            eager
            src={comic.image_url}
            srcSet={`${comic.thumb_url} 320w, ${comic.image_url} 640w`}
            sizes="(width < 48rem) 7.5rem, 20rem"
            width={comic.cover.width}
            height={comic.cover.height}
            thumbhash={comic.cover.thumbhash}
            color={comic.cover.color}
            alt={comic.title}
          />
        )}
      </RatedCover>
      <header className="comic__head">
        <Kind comic={comic} />
        <h1 lang={titleLanguage(comic, locale)}>
          <bdi>{comic.title}</bdi>
        </h1>
        {comic.alternative_title && comic.alternative_title !== comic.title && (
          <p className="comic__alt">
            <bdi lang={code}>{comic.alternative_title}</bdi>
          </p>
        )}
        {otherTitles(comic).length > 0 && (
          <p className="comic__others muted small">
            {otherTitles(comic).map(({ title, lang }) => (
              <bdi key={title} lang={lang}>
                {title}
              </bdi>
            ))}
          </p>
        )}
      </header>
      <div className="comic__rest">
        {comic.withheld && (
          <div className="comic__withheld" role="note">
            <Icon name="lock" />
            <p>{t('comic.withheld')}</p>
            <ShowAdults>{t('comic.withheld.show')}</ShowAdults>
          </div>
        )}
        <ReadActions view={view} />
        {own}
        {!comic.withheld && <ReadingBar view={view} />}
        <Facts view={view} />
        {comic.description && (
          <p className="comic__desc" dir="auto">
            {comic.description}
          </p>
        )}
        <Taxonomies comic={comic} />
      </div>
    </div>
  );
}

/** Language, category, status, attributes and warnings, in one line. */
function Kind({
  comic: { language, category, status, rating, premium, premium_until: until, ...comic },
}: {
  comic: ShownDetail;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const hasLanguages = useFeature('languages');
  const hasCategories = useFeature('categories');
  const hasPremium = useFeature('premium');
  return (
    <p className="comic__kind">
      {language && (
        <span>
          <Flag icon={language.icon} />
          {hasLanguages ? <Link to={links.term('language', language.slug)}>{language.name}</Link> : language.name}
        </span>
      )}
      {category && (
        <span>
          {hasCategories ? <Link to={links.term('category', category.slug)}>{category.name}</Link> : category.name}
        </span>
      )}
      {status && <State look={STATUS_LOOK[status]}>{t(`comic.status.${status}`)}</State>}
      {ATTRIBUTES.filter((name) => comic[name]).map((name) => (
        <Badge key={name}>{t(`comic.attribute.${name}`)}</Badge>
      ))}
      {rating !== 'safe' && <Badge look={rating === 'explicit' ? 'bad' : 'warn'}>{t(`comic.rating.${rating}`)}</Badge>}
      {hasPremium && premium && (
        <Badge look="warn">
          <Icon name="lock" className="icon--s" />
          {until === null ? t('comic.premium') : t('premium.until', { date: formatDate(locale, until) })}
        </Badge>
      )}
    </p>
  );
}

function Facts({ view: { comic, chapters } }: { view: ComicView }) {
  const t = useTranslate();
  const locale = useLocale();
  const hasFavorites = useFeature('favorites');
  const favorites = useFavorites(comic);
  const number = (count: number) => formatNumber(locale, count);
  return (
    <dl className="facts">
      {chapters.length > 0 && (
        <div>
          <dt>{t('comic.facts.chapters', { count: chapters.length })}</dt>
          <dd>{number(chapters.length)}</dd>
        </div>
      )}
      <div>
        <dt>{t('comic.facts.pages', { count: comic.pages })}</dt>
        <dd>{number(comic.pages)}</dd>
      </div>
      <div className="is-first">
        <dt>{t('comic.facts.uploaded')}</dt>
        <dd>
          <When date={comic.uploaded_at} />
        </dd>
      </div>
      {comic.released_on && (
        <div className="is-first">
          <dt>{t('comic.facts.released')}</dt>
          <dd>
            <When date={comic.released_on} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('comic.facts.views', { count: comic.views })}</dt>
        <dd>{number(comic.views)}</dd>
      </div>
      {comic.score && (
        <div>
          <dt>{t('comic.facts.ratings', { count: comic.score.ratings })}</dt>
          <dd>{t('reviews.score', { score: comic.score.average })}</dd>
        </div>
      )}
      {hasFavorites && (
        <div>
          <dt>{t('comic.facts.favorites', { count: favorites })}</dt>
          <dd>{number(favorites)}</dd>
        </div>
      )}
    </dl>
  );
}
