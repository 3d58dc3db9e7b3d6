import { useState } from 'react';
import type { AdminComic, Revision, RevisionPage } from '#contract/editing.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/card.css';
import type { EditorAddress } from '#web/staff/comic-parts/load-editor.ts';
import { ChangeList } from '#web/staff/comic-parts/display-value.tsx';

interface Props {
  comic: AdminComic;
  revisions: RevisionPage;
  reload: () => Promise<void>;
  addressFor: EditorAddress;
}

/** Every change of a comic, the newest first, field by field; each can be taken back or made again. */
export function EditorHistory({ comic, revisions, reload, addressFor }: Props) {
  const t = useTranslate();
  const words = usePagerWords(revisions.last_page);
  const [asked, setAsked] = useState<Revision | null>(null);
  const restore = async () => {
    await apiPost<AdminComic>(`/admin/comics/${encodeURIComponent(comic.slug)}/revisions/${asked!.id}/restore`, {
      body: { version: comic.version, to: 'before' },
    });
    showToast({ text: t('admin.history.restored'), closeLabel: t('library.toast.close') });
    await reload();
  };
  if (revisions.total === 0) return <EmptyState title={t('admin.history.empty')} />;
  return (
    <>
      <ol className="stack revisions">
        {revisions.data.map((revision) => (
          <li key={revision.id} className="panel stack">
            <div className="row row--between">
              <p className="row small muted">
                <Badge>{t(`admin.history.source.${revision.source}`)}</Badge>
                {revision.by === null ? null : <bdi>{revision.by.username}</bdi>}
                <When date={revision.at} />
              </p>
              {revision.restorable ? (
                <Button look={['ghost']} onClick={() => setAsked(revision)}>
                  {t('admin.history.restore')}
                </Button>
              ) : null}
            </div>
            <ChangeList changes={revision.changes} />
          </li>
        ))}
      </ol>
      <Pager
        page={revisions.current_page}
        last={revisions.last_page}
        addressFor={(page) => addressFor(comic.slug, 'history', { page: page > 1 ? page : null })}
        words={words}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('admin.history.restore')}
        text={t('admin.history.restore.text', { count: asked?.changes.length ?? 0 })}
        action={t('admin.history.restore')}
        cancelLabel={t('account.cancel')}
        closeLabel={t('latest.filters.close')}
        onConfirm={restore}
      />
    </>
  );
}
