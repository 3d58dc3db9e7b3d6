import { useRef } from 'react';
import type { AdminPage } from '#contract/chapter-editing.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { formatBytes, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { sendPicture } from '#web/staff/comic-parts/send-picture.ts';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

interface Props {
  page: AdminPage;
  /** Of it, in the API. */
  path: string;
  remove: () => void;
  /** Asks how the chapter is split before it; null for the first. */
  split: (() => void) | null;
  reload: () => Promise<void>;
  onClose: () => void;
}

/** One page: its picture, which can be replaced, and its transcript. */
export function PageDialog({ page, path, remove, split, reload, onClose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const { run, busy } = useMutation({ reload, toasts: true });
  const form = useForm(async ({ transcript = '' }) => {
    await apiSend('PATCH', path, { body: { transcript } });
    await reload();
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin.page.name', { page: page.page })}
      closeLabel={t('latest.filters.close')}
    >
      <form {...form.props} className="stack bulk-dialog">
        <img className="page-dialog__image" src={page.source_url} width={page.width} height={page.height} alt="" />
        <p className="small muted">
          <bdi>{page.name}</bdi> · {formatNumber(locale, page.width)} × {formatNumber(locale, page.height)} ·{' '}
          {formatBytes(locale, page.bytes)}
        </p>
        {page.missing === null ? null : (
          <Alert kind="warn">
            <span>{page.missing}</span>
          </Alert>
        )}
        <TextArea
          name="transcript"
          label={t('admin.field.transcript')}
          maxLength={20_000}
          dir="auto"
          defaultValue={page.transcript ?? ''}
          hint={t('admin.page.transcript')}
          error={form.errors.transcript}
        />
        {form.message === null ? null : <Alert kind="bad">{form.message}</Alert>}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) {
              void run(() => sendPicture('PUT', `${path}/image`, file), t('admin.page.replaced'));
            }
          }}
        />
        <div className="row row--between">
          <div className="row">
            <Button onClick={() => input.current?.click()} aria-disabled={busy || undefined}>
              <Icon name="upload" />
              {t('admin.page.replace')}
            </Button>
            {split === null ? null : <Button onClick={split}>{t('admin.split.here')}</Button>}
            <Button look={['danger']} onClick={remove}>
              <Icon name="trash" />
              {t('comments.delete')}
            </Button>
          </div>
          <SubmitButton busy={form.busy}>{t('account.save')}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
