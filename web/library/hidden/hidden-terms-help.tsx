import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';

/** Where terms are hidden; nothing on a site without the kinds that its words name. */
export function HowToHide({ className }: { className?: string }) {
  const t = useTranslate();
  const { features } = useSite();
  return (['tags', 'groups', 'languages'] as const).every((path) => features.includes(path)) ? (
    <p className={className}>{t('hidden.how')}</p>
  ) : null;
}
