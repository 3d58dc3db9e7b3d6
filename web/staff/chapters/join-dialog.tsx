import { useEffect, useState } from 'react';
import type { AdminChapter, AdminChapterDetail } from '#contract/chapter-editing.ts';
import { apiGet, apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { chapterTitle } from './chapter-title.ts';
import { PageStrip } from './page-strip.tsx';

interface Props {
  chapter: AdminChapter;
  /** The one right after it, which is joined into it. */
  next: AdminChapter;
  onClose: () => void;
  reload: () => Promise<void>;
}

/** Joins the chapter right after another one into it; shows the pages where they meet. */
export function JoinDialog({ chapter, next, onClose, reload }: Props) {
  const t = useTranslate();
  const [both, setBoth] = useState<readonly AdminChapterDetail[]>([]);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isGone = false;
    Promise.all([chapter.id, next.id].map((id) => apiGet<AdminChapterDetail>(`/admin/chapters/${id}`))).then(
      (found) => {
        if (!isGone) setBoth(found);
      },
      ({ message }: Error) => {
        if (!isGone) setFailure(message);
      },
    );
    return () => {
      isGone = true;
    };
  }, [chapter.id, next.id]);
  const { props, busy, message } = useForm(async () => {
    const { pages } = await apiPost<AdminChapterDetail>(`/admin/chapters/${chapter.id}/join`, {
      body: { chapter_id: next.id },
    });
    showToast({
      text: t('admin.join.done', { title: chapterTitle(t, chapter), count: pages }),
      closeLabel: t('library.toast.close'),
    });
    onClose();
    await reload();
  });
  const refusal = message ?? failure;
  return (
    <Dialog open onClose={onClose} title={t('admin.join')} closeLabel={t('latest.filters.close')}>
      <form {...props} className="stack bulk-dialog">
        <p>{t('admin.join.text', { next: chapterTitle(t, next), title: chapterTitle(t, chapter) })}</p>
        {both.length === 0 ? null : <PageStrip before={both[0]!.images} after={both[1]!.images} />}
        {refusal === '' ? null : <Alert kind="bad">{refusal}</Alert>}
        <div className="row row--end">
          <SubmitButton busy={busy}>{t('admin.join')}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
