import type { AdsBySpot } from '#contract/ads.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { SitePageLink } from '#contract/site-pages.ts';
import { apiGet, serverContext } from '#web/platform/api/api.ts';
import type { RootData } from '#web/platform/page/root-data.ts';

/** Loads the data of every page, on the server: the site, its ads and the pages of its operator, without which a page is whole, too. */
export async function rootData(request: Request): Promise<RootData | null> {
  const server = serverContext(request);
  if (server === undefined) return null;
  const { site, origin, nsfw, gate } = server;
  const [ads, pages] = await Promise.all([
    placedAds(request, site),
    apiGet<SitePageLink[]>('/pages', { request }).catch(() => []),
  ]);
  const asks = Object.values(ads).some((each) => each.some((ad) => ad.asks));
  return {
    site,
    origin,
    nsfw,
    ...(gate ? { gate } : {}),
    ads,
    ...(asks || site.analytics ? { outside: true as const } : {}),
    pages,
    search: new URL(request.url).search,
  };
}

/** The ads of a page without their code, which their frames fetch. */
async function placedAds(request: Request, { features, consent }: SiteConfig): Promise<RootData['ads']> {
  const spots = features.includes('ads')
    ? await apiGet<AdsBySpot>('/ads', { request }).catch((): AdsBySpot => ({}))
    : {};
  return Object.fromEntries(
    Object.entries(spots).map(([spot, ads]) => [
      spot,
      ads.map(({ id, pages, ratings, device, weight, first_party: own }) => ({
        id,
        pages,
        ratings,
        device,
        weight,
        ...(consent.ads && !own ? { asks: true as const } : {}),
      })),
    ]),
  );
}
