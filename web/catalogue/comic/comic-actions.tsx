import { useState } from 'react';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { FollowButton } from '#web/library/marks/follow-button.tsx';
import { toggleFavorite, useFavorites } from '#web/library/marks/favorite-toggle.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { changeMark, useMark } from '#web/library/marks/marks.ts';
import { openReport } from '#web/community/reports/report-dialog-store.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import type { ShownDetail } from './comic-data.ts';

const RatingDialog = lazyPart(async () => (await import('./rating-dialog.tsx')).RatingDialog, { whenMissing: 'fail' });
const ShelfDialog = lazyPart(async () => (await import('#web/library/shelves/shelf-dialog.tsx')).ShelfDialog, {
  whenMissing: 'fail',
});
const ListDialog = lazyPart(async () => (await import('./list-dialog.tsx')).ListDialog, { whenMissing: 'fail' });

type DialogName = 'rating' | 'shelf' | 'list';

/** The actions of a member on a comic: favour, rate and follow it, put it on a shelf, put it on lists; and what anyone does who has to complain of it. */
export function OwnActions({ comic }: { comic: ShownDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const mark = useMark(comic.id);
  const favorites = useFavorites(comic);
  const hasFavorites = useFeature('favorites');
  const hasShelves = useFeature('shelves');
  const [dialog, setDialog] = useState<{ name: DialogName; open: boolean } | null>(null);
  const show = async (name: DialogName) => {
    if (await promptSignIn(name)) {
      setDialog({ name, open: true });
    }
  };
  const close = () => setDialog((now) => now && { ...now, open: false });
  const score = mark?.score ?? null;
  const shelf = mark?.shelf ?? null;
  const shelfName = shelf === null ? t('library.shelf.add') : t(`library.shelf.${shelf}`);
  return (
    <div className="comic__own needs-script">
      {hasFavorites ? (
        <Button
          aria-pressed={mark?.favorited ?? false}
          aria-label={t('library.favorite.count', { count: favorites })}
          onClick={() => toggleFavorite(comic)}
        >
          <Icon name="heart" />
          <span className="num">{formatNumber(locale, favorites)}</span>
        </Button>
      ) : null}
      <Button
        aria-haspopup="dialog"
        className={score === null ? undefined : 'is-rated'}
        aria-label={score === null ? t('library.rating.rate') : t('library.rating.own', { score })}
        title={t('library.rating.rate')}
        onClick={() => void show('rating')}
      >
        <Icon name="star" />
        {score === null ? (
          <span className="only-mid">{t('library.rating.rate')}</span>
        ) : (
          <span className="num">{formatNumber(locale, score)}</span>
        )}
      </Button>
      <FollowButton
        path={`/comics/${encodeURIComponent(comic.slug)}`}
        name={comic.title}
        followed={mark?.followed ?? false}
        onChange={(followed) => changeMark(comic.id, { followed })}
      />
      {hasShelves ? (
        <Button
          aria-haspopup="dialog"
          className={shelf === null ? undefined : 'is-rated'}
          aria-label={shelf === null ? shelfName : t('library.shelf.own', { shelf: shelfName })}
          title={t('library.shelf.add')}
          onClick={() => void show('shelf')}
        >
          <Icon name="shelves" />
          <span className="only-mid">{shelfName}</span>
        </Button>
      ) : null}
      <Button
        aria-haspopup="dialog"
        aria-label={t('library.list.add')}
        title={t('library.list.add')}
        onClick={() => void show('list')}
      >
        <Icon name="bookmark" />
        <span className="only-mid">{t('library.list.add')}</span>
      </Button>
      <Button
        look={['ghost', 'icon']}
        data-own-look=""
        aria-haspopup="dialog"
        aria-label={t('reports.title.comic')}
        title={t('reports.title.comic')}
        onClick={() => openReport({ subject: 'comic', subject_id: comic.id, name: comic.title })}
      >
        <Icon name="flag" />
      </Button>
      {dialog?.name === 'rating' ? <RatingDialog comic={comic} open={dialog.open} onClose={close} /> : null}
      {dialog?.name === 'shelf' ? <ShelfDialog comic={comic} open={dialog.open} onClose={close} /> : null}
      {dialog?.name === 'list' ? <ListDialog comic={comic} open={dialog.open} onClose={close} /> : null}
    </div>
  );
}

/** The heart in the comic's own bar. */
export function BarHeart({ comic }: { comic: ShownDetail }) {
  const t = useTranslate();
  const favorited = useMark(comic.id)?.favorited ?? false;
  const hasFavorites = useFeature('favorites');
  return (
    hasFavorites && (
      <Button
        look={['ghost', 'icon']}
        aria-pressed={favorited}
        aria-label={t('library.favorite.of', { title: comic.title })}
        onClick={() => toggleFavorite(comic)}
      >
        <Icon name="heart" />
      </Button>
    )
  );
}
