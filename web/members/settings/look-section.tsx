import { useState } from 'react';
import type { OwnUser } from '#contract/accounts.ts';
import { LOCALE_NAMES, type Locale } from '#contract/locales.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { inLocale } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SetCard, SetForm } from '#web/ui/page/settings-card.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { THEMES, type Theme } from '#contract/site.ts';
import { keepTitles } from '#web/platform/account/titles-choice.ts';
import { TitlesField } from '#web/library/display-settings/display-fields.tsx';
import { chooseTheme } from '#web/platform/state/theme.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { writeCookie, writeLocal } from '#web/platform/state/browser-storage.ts';
import { FieldRow } from './field-row.tsx';

/** The language of the site and of titles, and its colours, here and wherever the member signs in. */
export function LookSection({ data: { settings } }: { data: OwnUser }) {
  const t = useTranslate();
  const links = useAddresses();
  const current = useLocale();
  const { locales } = useSite();
  const [locale, setLocale] = useState<Locale>(current);
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? settings.theme ?? 'dark',
  );
  const [titles, setTitles] = useState(settings.titles ?? 'translated');
  const save = async () => {
    await saveSettings({ locale, theme, titles });
    keepTitles(titles);
    chooseTheme(theme);
    writeCookie('lang', locale);
    writeLocal('lang', locale);
    // Another language is another page, loaded anew.
    if (locale !== current) {
      location.assign(inLocale(links.settings('look', { saved: 1 }), locale));
    }
  };
  return (
    <SetCard title={t('account.look.title')} text={t('account.look.text')}>
      <SetForm label={t('account.save')} submit={save}>
        {() => (
          <>
            <FieldRow label={t('site.language.label')}>
              <Select
                name="locale"
                label={t('site.language.label')}
                value={locale}
                choices={locales.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
                onChange={setLocale}
              />
            </FieldRow>
            <TitlesField value={titles} onChange={setTitles} />
            <FieldRow label={t('site.theme.label')}>
              <Segmented
                fill
                label={t('site.theme.label')}
                name="theme"
                value={theme}
                choices={THEMES.map((value) => ({ value, label: t(`site.theme.${value}`) }))}
                onChange={setTheme}
              />
            </FieldRow>
          </>
        )}
      </SetForm>
    </SetCard>
  );
}
