import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const Fields = lazyPart(async () => (await import('./reader-fields.tsx')).ReaderFields, { whenMissing: 'fail' });

/** The section of the settings the reader starts with for all comics; what is left open is as each comic asks for. */
export function ReaderSection() {
  const t = useTranslate();
  return (
    <SetCard title={t('account.reader.title')} text={t('account.reader.text')}>
      <Fields />
    </SetCard>
  );
}
