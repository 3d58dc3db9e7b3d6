import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { MessageResponse } from '#contract/accounts.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { OwnProof } from '#web/members/proof/own-proof.tsx';
import { endSession, readAccessToken } from '#web/platform/session/session.ts';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import './delete-card.css';

const LOST = ['profile', 'library', 'comments', 'back'] as const;

/** The end of an account: what goes, what stays, until when it can be undone (`days`), and the password before anything is done. */
export function DeleteCard({ days }: { days: number }) {
  const t = useTranslate();
  const locale = useLocale();
  // Read once it is shown, which is in the browser: nothing of it comes from the server.
  const date = days === 0 ? 'none' : formatDate(locale, new Date(Date.now() + days * 86_400_000));
  const [open, setOpen] = useState(false);
  return (
    <SetCard title={t('account.delete.title')} text={t('account.delete.text', { date })}>
      <div>
        <Button look={['danger']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="trash" />
          {t('account.delete.open')}
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('account.delete.ask')}
        closeLabel={t('site.menu.close')}
      >
        <DeleteForm date={date} onClose={() => setOpen(false)} />
      </Dialog>
    </SetCard>
  );
}

function DeleteForm({ date, onClose }: { date: string; onClose: () => void }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const hasComments = useFeature('comments');
  const hasGroups = useFeature('groups');
  const [keeps, setKeeps] = useState(false);
  const { props, errors, message, busy } = useForm(async ({ password = '' }) => {
    const token = readAccessToken();
    const { message: done } = await apiSend<MessageResponse>('DELETE', '/account', {
      body: { password, keep_credits: keeps },
    });
    await navigate(links.home());
    endSession(token);
    announce(done);
  });
  return (
    <form className="stack" {...props}>
      <ul className="deletion-list">
        {LOST.filter((each) => hasComments || each !== 'comments').map((each) => (
          <li key={each}>{t(`account.delete.${each}`, { date })}</li>
        ))}
      </ul>
      {hasGroups ? (
        <label className="check">
          <input type="checkbox" checked={keeps} onChange={({ currentTarget }) => setKeeps(currentTarget.checked)} />
          {t('account.delete.keepCredits')}
        </label>
      ) : null}
      <OwnProof error={errors.password} />
      {message !== null && Object.keys(errors).length === 0 ? (
        <Alert kind="bad">
          <span>{message}</span>
        </Alert>
      ) : null}
      <div className="row">
        <SubmitButton look={['danger']} busy={busy}>
          {t('account.delete.title')}
        </SubmitButton>
        <Button look={['ghost']} onClick={onClose}>
          {t('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
