import { useSyncExternalStore } from 'react';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { cancelSaving, chapterPath, saveChapter, SaveFailure, savesInProgress } from './offline-save.ts';
import { isSame, isComplete, savedStore, type SavedChapter } from './offline-store.ts';
import './save-button.css';

interface Props {
  comic: { id: number; slug: string };
  /** Null for a one-shot. */
  chapter: { id: number; slug: string } | null;
  /** Its name, in sentences. */
  name: string;
  /** An icon alone, as in a row; else with words where there is room. */
  small?: boolean;
}

/**
 * Saves a chapter in this browser. While that goes on it says how far it is, and stops it; what was left unfinished it
 * goes on with; what is saved it leads to.
 */
export function SaveButton({ comic, chapter, name, small = false }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const entry = useSaved({ comic: comic.id, chapter: chapter?.id ?? null });
  const slug = chapter?.slug ?? null;
  const isSaving = savesInProgress.use().has(chapterPath(comic.slug, slug));
  const look = small ? (['ghost', 'icon'] as const) : (['lg'] as const);
  const { done, pages } = entry ?? { done: 0, pages: 0 };
  if (isSaving) {
    return (
      <Button
        look={look}
        className={small ? undefined : 'btn--share'}
        aria-label={t('offline.cancel.of', { name, done, pages })}
        title={t('offline.cancel')}
        onClick={() => cancelSaving(comic.slug, slug)}
      >
        <svg className="saving__ring" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="8.5" />
          <circle
            className="saving__done"
            cx="10"
            cy="10"
            r="8.5"
            pathLength="100"
            strokeDasharray={`${pages === 0 ? 0 : (done / pages) * 100} 100`}
          />
        </svg>
        {small ? null : (
          <span className="only-mid num">
            {formatNumber(locale, done)} / {formatNumber(locale, pages)}
          </span>
        )}
      </Button>
    );
  }
  if (entry && isComplete(entry)) {
    return (
      <ButtonLink
        look={look}
        className={small ? 'saved-mark' : 'saved-mark btn--share'}
        to={links.offline()}
        aria-label={t('offline.saved.of', { name })}
        title={t('offline.saved')}
      >
        <Icon name="check" />
        {small ? null : <span className="only-mid">{t('offline.saved')}</span>}
      </ButtonLink>
    );
  }
  const label = entry ? t('offline.resume.of', { name, done, pages }) : t('offline.save.of', { name });
  const short = t(entry ? 'offline.resume' : 'offline.save');
  return (
    <Button
      look={look}
      className={small ? 'needs-script' : 'needs-script btn--share'}
      aria-label={label}
      title={short}
      onClick={() => void saveAndSay(comic.slug, slug, name, t)}
    >
      <Icon name={entry ? 'retry' : 'device'} />
      {small ? null : <span className="only-mid">{short}</span>}
    </Button>
  );
}

/** As `SaveButton`, as an entry of a menu. */
export function SaveItem({ comic, chapter, name }: Omit<Props, 'small'>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const entry = useSaved({ comic: comic.id, chapter: chapter?.id ?? null });
  const slug = chapter?.slug ?? null;
  if (savesInProgress.use().has(chapterPath(comic.slug, slug))) {
    return (
      <button type="button" onClick={() => cancelSaving(comic.slug, slug)}>
        <Icon name="x" />
        {t('offline.cancel')}
        {entry ? (
          <span className="push num muted">
            {formatNumber(locale, entry.done)} / {formatNumber(locale, entry.pages)}
          </span>
        ) : null}
      </button>
    );
  }
  if (entry && isComplete(entry)) {
    return (
      <Link to={links.offline()}>
        <Icon name="check" />
        {t('offline.saved')}
      </Link>
    );
  }
  return (
    <button type="button" onClick={() => void saveAndSay(comic.slug, slug, name, t)}>
      <Icon name={entry ? 'retry' : 'device'} />
      {t(entry ? 'offline.resume' : 'offline.save')}
    </button>
  );
}

/** The saved copy of a chapter, rendered again when that changes; undefined where nothing is. */
function useSaved(chapter: Pick<SavedChapter, 'comic' | 'chapter'>): SavedChapter | undefined {
  return useSyncExternalStore(
    savedStore.watch,
    () => savedStore.get().find((each) => isSame(each, chapter)),
    () => undefined,
  );
}

/** Saves a chapter, and says how that ended. */
async function saveAndSay(
  slug: string,
  chapterSlug: string | null,
  name: string,
  t: ReturnType<typeof useTranslate>,
): Promise<void> {
  const say = async (text: string, kind?: 'bad') => {
    const { showToast } = await import('#web/ui/feedback/toasts.tsx');
    showToast({ text, closeLabel: t('offline.close'), ...(kind ? { kind } : {}) });
  };
  try {
    if (await saveChapter(slug, chapterSlug)) {
      await say(t('offline.done', { name }));
    }
  } catch (failure) {
    await say(
      failure instanceof SaveFailure ? t(`offline.failed.${failure.reason}`, { name }) : (failure as Error).message,
      'bad',
    );
  }
}
