import { filtersQuery } from '#web/catalogue/filters/filters.ts';
import { loadListing } from '#web/catalogue/listing/listing.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { ListingView } from '#web/catalogue/listing/listing-view.tsx';
import { LibraryHead } from './library-head.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { PageProps } from '#web/platform/page/page.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Personal, memberPage, LoadFailure, type MemberData } from '#web/ui/page/members-only.tsx';

/** The member's favorites as the address filters and orders them. */
export const loader = memberPage(({ request }) => loadListing(request, null, true));

/** The head of the page. */
export function head(_listing: MemberData<Listing>, { t }: HeadContext): PageHead {
  return { title: t('library.favorites.title'), hidden: true };
}

/** Everything the member favours, with the filters of every list of comics. */
export function Page({ data }: PageProps<MemberData<Listing>>) {
  useRequiredFeature('favorites');
  const t = useTranslate();
  const links = useAddresses();
  const found = data instanceof LoadFailure ? null : data?.found;
  return (
    <div className="stack">
      <LibraryHead
        title={t('library.favorites.title')}
        note={found ? t('latest.count', { count: found.total }) : null}
      />
      <Personal data={data}>
        {(listing) => (
          <ListingView listing={listing} addressFor={(filters) => links.favorites(filtersQuery(filters))} />
        )}
      </Personal>
    </div>
  );
}
