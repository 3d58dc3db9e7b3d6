import { useState } from 'react';
import type { MailTest } from '#contract/system.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** Sends a mail to who presses it, and says what came of that. */
export function MailTry() {
  const t = useTranslate();
  const { run, busy, failure } = useMutation();
  const [mail, setMail] = useState<MailTest | null>(null);
  return (
    <>
      <div className="row">
        <Button
          disabled={busy}
          onClick={() =>
            void run(async () => {
              setMail(await apiPost<MailTest>('/admin/system/mail'));
            })
          }
        >
          {t('admin.system.mail.try')}
        </Button>
      </div>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {mail === null ? null : (
        <Alert kind={mail.sent ? 'good' : 'bad'}>
          <span>
            {mail.sent ? t('admin.system.mail.sent', { address: mail.address }) : t('admin.system.mail.failed')}
            {mail.error === null ? null : (
              <>
                <br />
                <code dir="ltr">{mail.error}</code>
              </>
            )}
          </span>
        </Alert>
      )}
    </>
  );
}
