import { useEffect, useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { preferencesStore } from '#web/library/preferences/reader-preferences.ts';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { tapZones, type TapPlan, type Zone } from './gestures.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import './tap-zones.css';

/** How long the tap zones are shown, in ms (interface, "Reader"). */
const SHOWN = 2000;

/**
 * Shows where to tap: for two seconds when this browser opens a reader with pages for the first time, and on request;
 * never longer than until the visitor does something. It takes no taps itself.
 */
export function TapZonesTool({ reader }: { reader: ReaderContext }) {
  const { total } = reader.view;
  const [shown, setShown] = useState(false);
  useActionHandler(reader, 'zones', () => setShown(true));
  useEffect(() => {
    if (total === 0 || preferencesStore.get().zonesShown) return;
    preferencesStore.change((kept) => ({ ...kept, zonesShown: true }));
    setShown(true);
  }, [total]);
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    const timer = setTimeout(hide, SHOWN);
    const ended = new AbortController();
    for (const sign of ['keydown', 'pointerdown', 'wheel']) {
      window.addEventListener(sign, hide, { signal: ended.signal, passive: true });
    }
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [shown]);
  return shown && <TapZones plan={reader.control.settings} />;
}

/** The nine thirds of the screen, each with what a tap there does; words stand once in each zone. */
function TapZones({ plan }: { plan: TapPlan }) {
  const t = useTranslate();
  const zones = tapZones(plan);
  const words: Record<Zone, string> = {
    next: t('reader.zone.next'),
    previous: t('reader.zone.previous'),
    chrome: t('reader.zone.menu'),
  };
  const backwards = plan.direction === 'rtl' && plan.layout === 'horizontal';
  const [back, forth]: IconName[] =
    plan.layout === 'vertical' ? ['up', 'down'] : backwards ? ['next', 'prev'] : ['prev', 'next'];
  const icons: Record<Zone, IconName> = { next: forth!, previous: back!, chrome: 'tap' };
  const named = namedPlaces(zones);
  return (
    <div className="zones" dir="ltr" aria-hidden="true">
      {zones.map((zone, place) => (
        <span
          key={place}
          data-zone={zone}
          data-right={place % 3 < 2 && zones[place + 1] !== zone}
          data-below={place < 6 && zones[place + 3] !== zone}
        >
          {named.includes(place) && (
            <>
              <Icon name={icons[zone]} />
              {words[zone]}
            </>
          )}
        </span>
      ))}
    </div>
  );
}

/** The thirds that carry the words of their zone: from the middle outwards, no two of a zone side by side. */
function namedPlaces(zones: readonly Zone[]): number[] {
  const named: number[] = [];
  for (const place of [4, 3, 5, 1, 7]) {
    if (!named.some((other) => zones[other] === zones[place] && (other === 4 || place === 4))) {
      named.push(place);
    }
  }
  return named;
}
