import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { formatBytes } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { isComplete, savedPath, type SavedChapter } from '#web/library/offline/offline-store.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { ONE_SHOT } from '#web/library/progress/progress.ts';
import { SaveButton } from '#web/library/offline/save-button.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';

/** The saved chapters of one comic: a row for each chapter, in reading order, or one for a one-shot. */
export function SavedComic({
  chapters,
  onRemove,
}: {
  chapters: readonly SavedChapter[];
  onRemove: (chapter: SavedChapter) => void;
}) {
  const links = useAddresses();
  const first = chapters[0]!;
  const inOrder = chapters.toSorted(
    (one, other) => Number(one.number ?? NaN) - Number(other.number ?? NaN) || one.savedAt - other.savedAt,
  );
  return (
    <section className="saved-comic" aria-label={first.title}>
      <Cover>
        <Picture src={savedPath(first, 'cover')} width={400} height={600} alt="" />
      </Cover>
      <div className="saved-comic__text">
        <h2 lang={first.language ?? undefined}>
          <Link to={links.comic(first.slug)}>
            <bdi dir="auto">{first.title}</bdi>
          </Link>
        </h2>
        <ul>
          {inOrder.map((each) => (
            <li key={each.chapter ?? 0}>
              <SavedRow saved={each} onRemove={() => onRemove(each)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function SavedRow({ saved, onRemove }: { saved: SavedChapter; onRemove: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const nameFor = useChapterName();
  const place =
    usePersistentStore(progressStore)[saved.comic]?.chapters[saved.chapter === null ? ONE_SHOT : String(saved.chapter)];
  const name = saved.chapter === null ? saved.title : nameFor(saved);
  const read =
    place === undefined
      ? null
      : typeof place.completedAt === 'number'
        ? t('library.read.all')
        : t('library.history.page', { page: place.page, pages: place.pages });
  return (
    <div className="saved-row">
      <div>
        {saved.chapter === null ? null : (
          <b lang={saved.language ?? undefined}>
            <bdi dir="auto">{name}</bdi>
          </b>
        )}
        <p className="muted small num">
          {isComplete(saved)
            ? t('offline.pages', { count: saved.pages })
            : t('offline.part', { done: saved.done, pages: saved.pages })}
          {' · '}
          {formatBytes(locale, saved.bytes)}
          {saved.saver ? <> · {t('offline.saver')}</> : null}
          {read === null ? null : <> · {read}</>}
        </p>
      </div>
      <div className="saved-row__acts">
        {isComplete(saved) ? (
          <ButtonLink to={links.reader(saved.slug, saved.chapterSlug)} aria-label={t('offline.read.of', { name })}>
            {t('offline.read')}
          </ButtonLink>
        ) : (
          <SaveButton
            small
            comic={{ id: saved.comic, slug: saved.slug }}
            chapter={saved.chapter === null ? null : { id: saved.chapter, slug: saved.chapterSlug! }}
            name={name}
          />
        )}
        <Button
          look={['ghost', 'icon']}
          aria-label={t('offline.remove.of', { name })}
          title={t('offline.remove')}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </Button>
      </div>
    </div>
  );
}
