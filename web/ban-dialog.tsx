import { announce } from './announcer.tsx';
import { apiSend } from './api.ts';
import { useT } from './i18n/i18n.tsx';
import { Alert } from './ui/alert.tsx';
import { Dialog } from './ui/dialog.tsx';
import { Field } from './ui/field.tsx';
import { useForm } from './ui/form.ts';
import { SubmitButton } from './ui/submit-button.tsx';
import { BanLength, endOf } from './ban-length.tsx';

/** Bans a member until a day or for good, with a reason. */
export function BanDialog({ username, open, onClose, onDone }: { username: string; open: boolean; onClose: () => void; onDone: () => void }) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('moderation.ban', { name: username })} closeLabel={t('comments.cancel')}>
      <BanForm username={username} onDone={() => { onClose(); onDone(); }} />
    </Dialog>
  );
}

function BanForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useT();
  const { props, busy, errors, message } = useForm(async ({ reason = '', length = '' }) => {
    await apiSend('POST', `/moderation/users/${encodeURIComponent(username)}/ban`, { body: { reason, until: endOf(length) } });
    announce(t('moderation.banned', { name: username }));
    onDone();
  });
  return (
    <form {...props} className="stack">
      <p>{t('moderation.ban.text')}</p>
      <Field label={t('comments.reason')} name="reason" required maxLength={500} error={errors.reason} />
      <BanLength />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end"><SubmitButton busy={busy} look={['danger']}>{t('moderation.ban.do')}</SubmitButton></div>
    </form>
  );
}
