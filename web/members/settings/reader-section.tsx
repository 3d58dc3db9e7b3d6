import { Suspense, lazy } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';

const Fields = lazy(async () => ({ default: (await import('./reader-fields.tsx')).ReaderFields }));

/** The section of the settings the reader starts with for all comics; what is left open is as each comic asks for. */
export function ReaderSection() {
  const t = useTranslate();
  return (
    <SetCard title={t('account.reader.title')} text={t('account.reader.text')}>
      <Suspense><Fields /></Suspense>
    </SetCard>
  );
}
