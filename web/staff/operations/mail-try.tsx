import { useState } from 'react';
import type { MailTest } from '#contract/system.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** Sends a mail to who presses it, and says what came of that; `values` are settings of mail to try that are not saved yet. */
export function MailTry({ values }: { values?: Readonly<Record<string, unknown>> | undefined }) {
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
              setMail(await apiPost<MailTest>('/admin/system/mail', values && { body: { values } }));
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
            {mail.sent ? t('admin.system.mail.sent', { address: mail.address }) : t('admin.system.mail.failed')}{' '}
            {mail.reason}
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
