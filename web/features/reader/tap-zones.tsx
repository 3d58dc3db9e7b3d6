import { useT } from '#web/i18n/i18n.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { zonesOf, type Zone } from './gestures.ts';
import type { Lie } from './keys.ts';
import './tap-zones.css';

/** Shows where to tap; it takes no taps itself. */
export function TapZones({ lie }: { lie: Lie }) {
  const t = useT();
  const words: Record<Zone, string> = { next: t('reader.zone.next'), previous: t('reader.zone.previous'), chrome: t('reader.zone.menu') };
  const icons: readonly IconName[] = lie.layout === 'vertical' ? ['up', 'tap', 'down'] : ['prev', 'tap', 'next'];
  return (
    <div className="zones" data-layout={lie.layout} dir="ltr" aria-hidden="true">
      {zonesOf(lie).map((zone, place) => <span key={zone}><Icon name={icons[place]!} />{words[zone]}</span>)}
    </div>
  );
}
