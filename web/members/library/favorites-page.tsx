import { queryOf } from '#web/catalogue/filters/filters.ts';
import { loadListing } from '#web/catalogue/listing/listing.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { ListingView } from '#web/catalogue/listing/listing-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { Head, HeadContext } from '#web/platform/page/head.ts';
import { useT } from '#web/platform/i18n/i18n.tsx';
import { useLinks } from '#web/platform/page/addresses.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Personal, personal, Unloaded, type Own } from '#web/ui/page/members-only.tsx';

/** The member's favorites as the address filters and orders them. */
export const loader = personal(({ request }) => loadListing(request, null, true));

/** The head of the page. */
export function head(_listing: Own<Listing>, { t }: HeadContext): Head {
  return { title: t('library.favorites.title'), hidden: true };
}

/** Everything the member favours, with the filters of every list of comics. */
export function Page({ data }: PageProps<Own<Listing>>) {
  useRequiredFeature('favorites');
  const t = useT();
  const links = useLinks();
  const found = data instanceof Unloaded ? null : data?.found;
  return (
    <div className="stack">
      <LibraryHead title={t('library.favorites.title')} note={found ? t('latest.count', { count: found.total }) : null} />
      <Personal data={data}>{(listing) => <ListingView listing={listing} addressOf={(filters) => links.favorites(queryOf(filters))} />}</Personal>
    </div>
  );
}
