import { Suspense, useEffect } from 'react';
import type { AdSpot } from '#contract/ads.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useRootData } from '#web/platform/page/root-data.ts';

const fetchPlace = () => import('./ad-frame.tsx');
const AdPlace = import.meta.env.SSR ? (await fetchPlace()).AdPlace : lazyPart(() => fetchPlace().then((place) => place.AdPlace));

/**
 * A place for an ad, where the site has some for it. The server draws it; its code is fetched only by visitors of sites
 * that have ads, and before they come to the next page.
 */
export function AdBox({ spot }: { spot: AdSpot }) {
  const { ads } = useRootData();
  const has = Object.keys(ads).length > 0;
  useEffect(() => { if (has) { fetchPlace().catch(() => {}); } }, [has]);
  return ads[spot]?.length ? <Suspense><AdPlace spot={spot} /></Suspense> : null;
}
