import type { AdminChapter, AdminChapterDetail, AdminPage } from '#contract/chapter-editing.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { chapterTitle } from './chapter-title.ts';
import { PageStrip } from './page-strip.tsx';

interface Props {
  chapter: Pick<AdminChapter, 'id' | 'name' | 'number'>;
  pages: readonly AdminPage[];
  /** The page that the new chapter begins with. */
  first: AdminPage;
  onClose: () => void;
  reload: () => Promise<void>;
}

/** Makes a chapter of the pages from one on, with a name and a number; shows the pages on either side of the cut. */
export function SplitDialog({ chapter, pages, first, onClose, reload }: Props) {
  const t = useTranslate();
  const at = pages.indexOf(first);
  const { props, busy, errors, message } = useForm(async ({ name = '', number = '' }) => {
    const made = await apiPost<AdminChapterDetail>(`/admin/chapters/${chapter.id}/split`, {
      body: { page_id: first.id, name, number: number || null },
    });
    showToast({
      text: t('admin.split.done', { title: chapterTitle(t, made), count: made.pages }),
      closeLabel: t('library.toast.close'),
    });
    onClose();
    await reload();
  });
  return (
    <Dialog open onClose={onClose} title={t('admin.split')} closeLabel={t('latest.filters.close')}>
      <form {...props} className="stack bulk-dialog">
        <p>{t('admin.split.text', { page: first.page, title: chapterTitle(t, chapter) })}</p>
        <PageStrip before={pages.slice(0, at)} after={pages.slice(at)} />
        <Field name="name" label={t('upload.chapter.name')} maxLength={300} error={errors.name} />
        <Field name="number" label={t('upload.chapter.number')} maxLength={40} error={errors.number} />
        {message === null ? null : <Alert kind="bad">{message}</Alert>}
        <div className="row row--end">
          <SubmitButton busy={busy}>{t('admin.split')}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
