import { ActiveChoices } from './active-choices.tsx';
import { EmptyListing } from './empty-listing.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';

export interface ControlsProps {
  listing: Listing;
  /** The address of this page with other filters. */
  addressOf: (filters: Filters) => string;
}

/** What chooses, what is chosen. */
export function Controls(props: ControlsProps) {
  return <><FilterBar {...props} /><ActiveChoices {...props} /></>;
}

export { EmptyListing };
