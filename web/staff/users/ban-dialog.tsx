import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { BanLength, banEnd } from './ban-length.tsx';

/** Bans a member until a day or for good, with a reason. */
export function BanDialog({
  username,
  open,
  onClose,
  onDone,
}: {
  username: string;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('moderation.ban', { name: username })}
      closeLabel={t('comments.cancel')}
    >
      <BanForm
        username={username}
        onDone={() => {
          onClose();
          onDone();
        }}
      />
    </Dialog>
  );
}

function BanForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ reason = '', length = '' }) => {
    await apiSend('POST', `/moderation/users/${encodeURIComponent(username)}/ban`, {
      body: { reason, until: banEnd(length) },
    });
    announce(t('moderation.banned', { name: username }));
    onDone();
  });
  return (
    <form {...props} className="stack">
      <p>{t('moderation.ban.text')}</p>
      <Field label={t('comments.reason')} name="reason" required maxLength={500} error={errors.reason} />
      <BanLength />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy} look={['danger']}>
          {t('moderation.ban.do')}
        </SubmitButton>
      </div>
    </form>
  );
}
