import { useEffect, useState } from 'react';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { formatBytes } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import {
  isShown,
  reconcileStore,
  removeOtherAccounts,
  removeSaved,
  savedStore,
  canSave,
  type SavedChapter,
} from '#web/library/offline/offline-store.ts';
import { cacheShell, hasServiceWorker } from '#web/library/offline/offline-worker.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { userStore, useUser } from '#web/platform/session/session.ts';
import { useRootData } from '#web/platform/page/root-data.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useRequestedPage } from './requested-page.ts';
import { useFreshToken } from './fresh-token.ts';
import { SavedComic } from './saved-comic.tsx';
import { useStorageEstimate } from './use-storage-estimate.ts';
import './offline-view.css';

/** The comics saved here, comic by comic, with what it takes up, to be read and removed. */
export function OfflineView() {
  const hydrated = useHydrated();
  return hydrated ? <Saved /> : null;
}

function Saved() {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { nsfw } = useRootData();
  const user = useUser();
  const saved = usePersistentStore(savedStore).filter((each) => isShown(each, user?.id ?? null, nsfw));
  const requestedPage = useRequestedPage(saved);
  const nameFor = useChapterName();
  useFreshToken();
  const [removing, remove] = useState<readonly SavedChapter[]>([]);
  const bytes = saved.reduce((sum, each) => sum + each.bytes, 0);
  const room = useStorageEstimate(bytes);
  useEffect(() => {
    if (!canSave()) return;
    void removeOtherAccounts(userStore.get()?.id ?? null).then(reconcileStore);
    // The page shown without a network is to be as new as the one seen with one.
    void hasServiceWorker().then((worker) => worker && cacheShell());
  }, []);
  const comics = [...Map.groupBy(saved, ({ comic }) => comic).values()];
  const one = removing.length === 1 ? removing[0] : undefined;
  const name = one && (one.chapter === null ? one.title : nameFor(one));
  return (
    <>
      {requestedPage === null ? null : (
        <Alert kind="warn">
          <p>
            <b>{t('offline.needed')}</b> {t('offline.neededText')}
          </p>
          <a className="alert__act" href={requestedPage}>
            {t('site.retry')}
          </a>
        </Alert>
      )}
      {saved.length === 0 ? (
        <EmptyState title={t('offline.empty')} text={t('offline.emptyText')}>
          {requestedPage === null ? (
            <ButtonLink look={['primary']} to={links.latest()}>
              {t('library.find')}
            </ButtonLink>
          ) : null}
        </EmptyState>
      ) : (
        <>
          <div className="row row--between">
            <p className="num muted">
              {t('offline.total', { count: saved.length, size: formatBytes(locale, bytes) })}
              {room.free === null ? null : <> · {t('offline.free', { size: formatBytes(locale, room.free) })}</>}
            </p>
            <Button onClick={() => remove(saved)}>{t('offline.removeAll')}</Button>
          </div>
          {room.lasting ? null : <p className="muted small">{t('offline.mayVanish')}</p>}
          <ul className="saved-comics">
            {comics.map((chapters) => (
              <li key={chapters[0]!.comic}>
                <SavedComic chapters={chapters} onRemove={(chapter) => remove([chapter])} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Confirm
        open={removing.length > 0}
        onClose={() => remove([])}
        action={t('offline.remove')}
        cancelLabel={t('offline.cancelLabel')}
        closeLabel={t('offline.close')}
        title={name ? t('offline.remove.title', { name }) : t('offline.removeAll.title')}
        text={t('offline.remove.text', {
          size: formatBytes(
            locale,
            removing.reduce((sum, each) => sum + each.bytes, 0),
          ),
        })}
        onConfirm={() => removeSaved(removing)}
      />
    </>
  );
}
