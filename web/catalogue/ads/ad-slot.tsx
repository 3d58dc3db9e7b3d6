import { useEffect } from 'react';
import type { AdSpot } from '#contract/ads.ts';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { useRootData } from '#web/platform/page/root-data.ts';

const AdPlace = lazyPart(() => import('./ad-frame.tsx').then((frame) => frame.AdPlace), {
  whenMissing: 'nothing',
  onServer: true,
});

/**
 * A place for an ad, where the site has some for it. The server draws it; its code is fetched only by visitors of sites
 * that have ads, and before they come to the next page.
 */
export function AdBox({ spot }: { spot: AdSpot }) {
  const { ads } = useRootData();
  const has = Object.keys(ads).length > 0;
  useEffect(() => {
    if (has) {
      AdPlace.load().catch(() => {});
    }
  }, [has]);
  return ads[spot]?.length ? <AdPlace spot={spot} /> : null;
}
