import { useState } from 'react';
import { announce } from '#web/announcer.tsx';
import { apiSend } from '#web/api.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** Bans a member, with a reason they are told when they try to sign in. */
export function Ban({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={['ghost']} onClick={() => setOpen(true)}>{t('moderation.ban', { name: username })}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('moderation.ban', { name: username })} closeLabel={t('comments.cancel')}>
        <BanForm username={username} onDone={() => { setOpen(false); onDone(); }} />
      </Dialog>
    </>
  );
}

function BanForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useT();
  const { props, busy, errors, message } = useForm(async ({ reason = '' }) => {
    await apiSend('POST', `/moderation/users/${encodeURIComponent(username)}/ban`, { body: { reason } });
    announce(t('moderation.banned', { name: username }));
    onDone();
  });
  return (
    <form {...props} className="stack">
      <p>{t('moderation.ban.text')}</p>
      <Field label={t('comments.reason')} name="reason" required maxLength={500} error={errors.reason} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end"><SubmitButton busy={busy} look={['danger']}>{t('moderation.ban.do')}</SubmitButton></div>
    </form>
  );
}
