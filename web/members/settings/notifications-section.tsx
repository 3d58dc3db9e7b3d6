import { useState } from 'react';
import { DIGEST_INTERVALS, type OwnUser } from '#contract/accounts.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { SwitchField } from '#web/ui/choice/switch.tsx';
import { FieldRow } from './field-row.tsx';
import { PushCard } from './push-card.tsx';

/** The section where members choose their notifications and where they get them: on the site, by mail, on this device. */
export function NotificationsSection({ data: { settings } }: { data: OwnUser }) {
  const t = useTranslate();
  const hasComments = useFeature('comments');
  const kinds = hasComments
    ? (['releases', 'searches', 'replies', 'mentions', 'reports'] as const)
    : (['releases', 'searches', 'reports'] as const);
  const { notifications: told = {} } = settings;
  const [mail, setMail] = useState(told.mail ?? 'off');
  const save = (values: Record<string, string>) =>
    saveSettings({
      notifications: { ...told, mail, ...Object.fromEntries(kinds.map((kind) => [kind, kind in values])) },
    });
  return (
    <>
      <SetCard title={t('account.notifications.title')} text={t('account.notifications.text')}>
        <SetForm label={t('account.save')} submit={save}>
          {() => (
            <>
              <div>
                {kinds.map((kind) => (
                  <SwitchField key={kind} name={kind} on={told[kind] !== false}>
                    {t(`account.notifications.${kind}`)}
                  </SwitchField>
                ))}
              </div>
              <FieldRow label={t('account.notifications.mail')}>
                <Segmented
                  fill
                  name="mail"
                  label={t('account.notifications.mail')}
                  value={mail}
                  choices={DIGEST_INTERVALS.map((value) => ({
                    value,
                    label: t(`account.notifications.mail.${value}`),
                  }))}
                  onChange={setMail}
                />
              </FieldRow>
            </>
          )}
        </SetForm>
      </SetCard>
      <PushCard />
    </>
  );
}
