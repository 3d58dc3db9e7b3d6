import { useEffect, useRef } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { announce } from '#web/announcer.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { useSlow } from '#web/use-slow.ts';
import { usePagerWords } from '#web/pager-words.ts';
import { ActiveChoices } from './active-choices.tsx';
import { EmptyListing } from './empty-listing.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filters } from './filters.ts';
import { Grid, GridSkeleton } from './grid.tsx';
import type { Listing } from './listing.ts';

interface Props {
  listing: Listing;
  /** The address of this page with other filters. */
  addressOf: (filters: Filters) => string;
}

/** A list of comics to look through: filters, what is chosen, the comics (or why there are none), pages. */
export function ListingView({ listing, addressOf }: Props) {
  const t = useT();
  const { found, filters } = listing;
  useAnnouncement(listing);
  const isComing = useIsComing();
  const slow = useSlow(isComing);
  const words = usePagerWords(found?.last_page ?? 1);
  return (
    <>
      <FilterBar listing={listing} addressOf={addressOf} />
      <ActiveChoices listing={listing} addressOf={addressOf} />
      <h2 className="vh">{t('latest.results')}</h2>
      <div aria-busy={isComing}>
        {slow ? <GridSkeleton cards={found?.data.length || 12} label={t('latest.loading')} />
          : !found ? <Failed message={listing.failure} />
          : found.total === 0 ? <EmptyListing listing={listing} addressOf={addressOf} />
          : <Grid comics={found.data} />}
      </div>
      {found ? <Pager page={filters.page} last={found.last_page} addressOf={(page) => addressOf({ ...filters, page })} words={words} /> : null}
    </>
  );
}

function Failed({ message }: { message: string }) {
  const t = useT();
  const { revalidate } = useRevalidator();
  return (
    <Alert kind="bad">
      <span>{t('latest.failed')} {message}</span>
      <button type="button" className="alert__act" onClick={() => void revalidate()}>{t('latest.retry')}</button>
    </Alert>
  );
}

/** Whether this very page is being loaded with other filters. */
function useIsComing(): boolean {
  const { location: coming } = useNavigation();
  const { state } = useRevalidator();
  const { pathname } = useLocation();
  return coming?.pathname === pathname || state === 'loading';
}

/** Tells people who listen what a changed list holds. */
function useAnnouncement({ found, filters }: Listing): void {
  const t = useT();
  const last = useRef(found);
  useEffect(() => {
    if (last.current === found || !found) { return; }
    last.current = found;
    announce(t('latest.announce', { total: found.total, page: filters.page, last: found.last_page }));
  }, [found]);
}
