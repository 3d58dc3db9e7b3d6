import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

/** Deletes the account of a member, with a reason that is kept. `path` is the member's in the API. */
export function DeleteUser({
  username,
  path,
  open,
  onClose,
  onDone,
}: {
  username: string;
  path: string;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('admin.users.delete.ask', { name: username })}
      closeLabel={t('comments.cancel')}
    >
      <DeleteForm path={path} onDone={onDone} />
    </Dialog>
  );
}

function DeleteForm({ path, onDone }: { path: string; onDone: () => void }) {
  const t = useTranslate();
  const hasComments = useFeature('comments');
  const { props, busy, errors, message } = useForm(async ({ reason = '' }) => {
    await apiSend('DELETE', path, { body: { reason } });
    onDone();
  });
  return (
    <form {...props} className="stack">
      <p>{t('admin.users.delete.text', { comments: hasComments ? 'on' : 'off' })}</p>
      <Field label={t('comments.reason')} name="reason" required maxLength={500} error={errors.reason} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy} look={['danger']}>
          {t('admin.users.delete')}
        </SubmitButton>
      </div>
    </form>
  );
}
