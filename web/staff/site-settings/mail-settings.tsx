import type { System } from '#contract/system.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { MailTry } from '#web/staff/operations/mail-try.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';

type Mail = System['checks']['mail'] | null;

/** How mails leave, who they are from, and a mail to try. */
export function MailSettings({ mail }: { mail: Mail }) {
  const t = useTranslate();
  return (
    <SetCard id="mail" title={t('admin.site.section.mail')}>
      <MailState mail={mail} />
    </SetCard>
  );
}

/** How mails leave, with a button that sends one to who presses it. */
export function MailState({ mail }: { mail: Mail }) {
  const t = useTranslate();
  return (
    <>
      {mail === null ? null : (
        <>
          <Alert kind={mail.ok ? 'good' : 'warn'}>
            <span>{t(mail.ok ? 'admin.site.mail.server' : 'admin.site.mail.files')}</span>
          </Alert>
          <p>
            <span className="label">{t('admin.site.mail.from')}</span>
            <br />
            <code dir="ltr">{mail.from}</code>
          </p>
        </>
      )}
      <MailTry />
    </>
  );
}
