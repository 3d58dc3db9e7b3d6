import type { ReactNode } from 'react';
import { isLocale, LOCALE_NAMES } from '#contract/locales.ts';
import { HOME_BLOCKS, type HomeBlock } from '#contract/site.ts';
import type { SettingKey } from '#contract/site-settings.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { FieldWords } from '#web/staff/comic-parts/display-value.tsx';
import { choiceName, featureName, isProviderSecret, SETTING_KINDS, settingName } from './setting-kinds.ts';
import { ShownProvider } from './shown-provider.tsx';

/** A value of a setting as people read it. */
export function ShownSetting({ field, value }: { field: string; value: unknown }): ReactNode {
  const t = useTranslate();
  const locale = useLocale();
  const kind = SETTING_KINDS[field as SettingKey];
  if (kind?.kind === 'choice') return choiceName(t, field, value as string | null);
  if ((kind?.kind === 'secret' || isProviderSecret(field)) && value !== null) {
    return t(value === 'new' ? 'admin.site.secret.new' : 'admin.site.secret.kept');
  }
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="muted">{t('admin.nothing')}</span>;
  }
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number') return formatNumber(locale, value);
  if (typeof value === 'string') {
    return isLocale(value) && kind?.kind === 'locale' ? LOCALE_NAMES[value] : <bdi>{value}</bdi>;
  }
  if (kind?.kind === 'providers' && Array.isArray(value)) {
    return value.map((each, at) => <ShownProvider key={at} value={each} />);
  }
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    const name = (each: string) =>
      kind?.kind === 'features'
        ? featureName(t, each)
        : kind?.kind === 'blocks' && HOME_BLOCKS.includes(each as HomeBlock)
          ? t(`admin.site.block.${each as HomeBlock}`)
          : isLocale(each)
            ? LOCALE_NAMES[each]
            : each;
    return value.map(name).join(' · ');
  }
  return <code dir="ltr">{JSON.stringify(value)}</code>;
}

/** How settings are named and shown. */
export const SETTING_WORDS: FieldWords = { nameFor: settingName, Value: ShownSetting };
