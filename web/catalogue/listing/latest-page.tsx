import { AdBox } from '#web/catalogue/ads/ad-slot.tsx';
import { listingHead, listingTitle, loadListing } from './listing.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { filtersQuery } from '#web/catalogue/filters/filters.ts';
import { ListingView } from './listing-view.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';

/** The list the address names. */
export function loader({ request }: LoaderArgs): Promise<Listing> {
  return loadListing(request);
}

/** The head of the page. */
export function head(listing: Listing, context: HeadContext): PageHead {
  const { t } = context;
  return listingHead(listing, context, {
    title: listingTitle(listing.filters, t),
    description: t('latest.description', { count: listing.found?.total ?? 0 }),
  });
}

/** All comics, filtered and sorted. */
export function Page({ data: listing }: PageProps<Listing>) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="stack">
      <header className="row row--between">
        <h1>{listingTitle(listing.filters, t)}</h1>
        {listing.found ? (
          <span className="muted num small">{t('latest.count', { count: listing.found.total })}</span>
        ) : null}
      </header>
      <ListingView listing={listing} addressFor={(filters) => links.latest(filtersQuery(filters))} />
      <AdBox spot="list" />
    </div>
  );
}

/** The facts of the page that ads go by. */
export const ads = () => ({ page: 'list' as const });
