import { ActiveChoices } from '#web/catalogue/filters/active-choices.tsx';
import { EmptyListing } from './empty-listing.tsx';
import { FilterBar } from '#web/catalogue/filters/filter-bar.tsx';
import type { Filters } from '#web/catalogue/filters/filters.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';

export interface ControlsProps {
  listing: Listing;
  /** The address of this page with other filters. */
  addressFor: (filters: Filters) => string;
}

/** The controls, and the chosen filters. */
export function Controls(props: ControlsProps) {
  return (
    <>
      <FilterBar {...props} />
      <ActiveChoices {...props} />
    </>
  );
}

export { EmptyListing };
