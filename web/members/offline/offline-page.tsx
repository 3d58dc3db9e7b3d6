import { LibraryHead } from '#web/members/library/library-head.tsx';
import { OfflineView } from './offline-view.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** The head of the page; it is different in every browser. */
export function head(_data: null, { t }: HeadContext): PageHead {
  return { title: t('offline.title'), description: t('offline.description'), hidden: true };
}

/** Everything that is saved in this browser. Without a network it also stands for every page that cannot be had. */
export function Page() {
  const t = useTranslate();
  return (
    <div className="stack">
      <LibraryHead title={t('offline.title')} />
      <OfflineView />
    </div>
  );
}
