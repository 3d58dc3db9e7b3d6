import { useEffect, useRef, type CSSProperties } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { AdSpot } from '#contract/ads.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { useRootData } from '#web/platform/page/root-data.ts';

/**
 * A place for an ad, in the size that is kept free for it: nothing moves when one comes. There is none where no ad
 * may stand on the page. What is in it comes with code of its own.
 */
export function AdPlace({ spot }: { spot: AdSpot }) {
  const t = useTranslate();
  const { ads, site, nsfw } = useRootData();
  const { key } = useLocation();
  const match = useMatches().find(({ handle, loaderData }) => (handle as RouteHandle | undefined)?.ads && loaderData);
  const box = useRef<HTMLDivElement>(null);
  const size = site.ads.spots.find(({ name }) => name === spot);
  const place = match && (match.handle as RouteHandle).ads?.(match.loaderData as never);
  const rating = place?.rating ?? (nsfw ? 'explicit' : 'safe');
  const fitting = place
    ? (ads[spot] ?? []).filter(
        ({ pages, ratings }) => (pages.length === 0 || pages.includes(place.page)) && ratings.includes(rating),
      )
    : [];
  const fit = fitting.map(({ id }) => id).join();
  useEffect(() => {
    const element = box.current;
    if (element) {
      void import('./sandboxed-ad.ts').then(
        ({ showAd }) => showAd(element, spot, fitting, t('site.ad')),
        () => {},
      );
    }
    // oxlint-disable-next-line react/exhaustive-deps -- another page, or another choice of ads, asks for another ad; nothing else does
  }, [key, fit]);
  if (!size || fitting.length === 0) return null;
  const only = fitting.every(({ device }) => device === fitting[0]?.device) ? fitting[0]?.device : 'any';
  return (
    <div
      role="group"
      className={`ad ad--${only}${fitting.every(({ asks }) => asks) ? ' ad--asks' : ''}`}
      aria-label={t('site.ad')}
    >
      <div
        ref={box}
        className="ad__box"
        style={
          {
            '--w': `${size.wide[0]}px`,
            '--h': `${size.wide[1]}px`,
            '--nw': `${size.narrow[0]}px`,
            '--nh': `${size.narrow[1]}px`,
          } as CSSProperties
        }
      />
    </div>
  );
}
