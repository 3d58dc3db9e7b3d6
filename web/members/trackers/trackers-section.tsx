import type { Tracker } from '#contract/trackers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { usePolling } from '#web/ui/feedback/use-polling.ts';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { TrackerCard } from './tracker-card.tsx';
import { TrackerReturn } from './tracker-return.tsx';

/** The trackers of the site: which are joined as whom, what they were told, and what can be done with them. */
export function TrackersSection({ data }: { data: readonly Tracker[] }) {
  const t = useTranslate();
  usePolling(data.some(({ joined }) => joined !== null && joined.waiting > 0 && joined.error === null));
  return (
    <>
      <SetCard title={t('account.trackers.title')} text={t('account.trackers.text')}>
        <TrackerReturn />
        <p className="muted small">{t('account.trackers.hidden')}</p>
      </SetCard>
      {data.map((tracker) => (
        <TrackerCard key={tracker.service} tracker={tracker} />
      ))}
    </>
  );
}
