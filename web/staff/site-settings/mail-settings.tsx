import type { System } from '#contract/system.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { MailTry } from '#web/staff/operations/mail-try.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** How mails leave, with a button that sends one to who presses it; `values` are settings to try that are not saved yet. */
export function MailState({
  mail,
  values,
}: {
  mail: System['checks']['mail'] | null;
  values?: Readonly<Record<string, unknown>> | undefined;
}) {
  const t = useTranslate();
  return (
    <>
      {mail === null || values !== undefined ? null : (
        <Alert kind={mail.ok ? 'good' : 'warn'}>
          <span>
            {t(mail.ok ? 'admin.site.mail.server' : 'admin.site.mail.files')}{' '}
            <Labelled label={t('admin.site.mail.from')} look="plain">
              <code className="whole" dir="ltr">
                {mail.from}
              </code>
            </Labelled>
          </span>
        </Alert>
      )}
      <MailTry values={values} />
    </>
  );
}
