import { useEffect, useState } from 'react';
import type { AgeState, AgeStep } from '#contract/age.ts';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';

/** The age check that the member passed, here or in their account, and the way to take it back; nothing without one. */
export function AgeCard() {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const [state, setState] = useState<AgeState | null>(null);
  useEffect(() => {
    apiGet<AgeState>('/age').then(setState, () => {});
  }, []);
  if (state === null || state.mode === 'off' || !(state.passed || state.account)) return null;
  const { account } = state;
  const dates = account && { date: formatDate(locale, account.at), until: formatDate(locale, account.expires) };
  const text =
    dates === null
      ? t('age.passed.text')
      : account?.provider
        ? t('age.account.checked', { ...dates, provider: account.provider })
        : t('age.account.declared', dates);
  const withdraw = async () => {
    await apiSend<AgeStep>('DELETE', '/age');
    // Every page lists other works now.
    location.assign(links.settings('content', { saved: 1 }));
  };
  return (
    <SetCard title={t('age.account.title')} text={text}>
      <SetForm label={t('age.withdraw')} look="plain" submit={withdraw} />
    </SetCard>
  );
}
