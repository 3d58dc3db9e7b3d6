import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { FailedList } from '#web/ui/feedback/list-failure.tsx';
import { hiddenTermsStore } from '#web/library/hidden/hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { HiddenButton } from '#web/library/hidden/hidden-button.tsx';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Pager } from '#web/ui/paging/pager.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { ControlsProps } from './controls.tsx';
import { Grid, GridSkeleton } from '#web/catalogue/cards/grid.tsx';
import { Controls, EmptyListing, preloadControls } from './lazy-controls.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';
import { SearchNotes } from './search-note.tsx';
// The styles of what comes later: its HTML is there from the start.
import '#web/ui/basic/button.css';
import '#web/ui/choice/checkbox.css';
import '#web/ui/basic/chip.css';
import '#web/ui/feedback/empty-state.css';
import '#web/ui/form/field.css';
import '#web/ui/feedback/spinner.css';
import '#web/ui/overlay/menu.css';
import '#web/ui/filter/filter-pill.css';
import '#web/ui/choice/segmented.css';
import '#web/ui/choice/select.css';
import '#web/catalogue/filters/active-choices.css';
import '#web/catalogue/filters/filter-bar.css';
import '#web/catalogue/filters/saved-filter.css';

/** A list of comics to look through: filters, what is chosen, the comics (or why there are none), pages. */
export function ListingView({ listing, addressFor }: ControlsProps) {
  const t = useTranslate();
  const { found, filters } = listing;
  useAnnouncement(listing);
  const isComing = useIsComing();
  const slow = useDelayedFlag(isComing);
  const hidden = usePersistentStore(hiddenTermsStore).length;
  const words = usePagerWords(found?.last_page ?? 1);
  const box = useControlsWanted(found?.total === 0);
  // The same element as long as nothing it shows has changed: what is not taken over yet is left as it is.
  // oxlint-disable-next-line react/exhaustive-deps -- `addressFor` is made of what the page of the listing is made of
  const controls = useMemo(() => <Controls listing={listing} addressFor={addressFor} />, [listing]);
  return (
    <>
      <SearchNotes query={filters.q} found={found} />
      <div className="stack" ref={box}>
        {controls}
      </div>
      <h2 className="visually-hidden">{t('latest.results')}</h2>
      <div aria-busy={isComing} data-list>
        {slow ? (
          <GridSkeleton cards={found?.data.length || 12} label={t('latest.loading')} />
        ) : !found ? (
          <FailedList text={t('latest.failed')} reason={listing.failure} />
        ) : found.total === 0 ? (
          <EmptyListing listing={listing} addressFor={addressFor} />
        ) : (
          <Grid comics={found.data} news={filters.sort === 'latest_chapter'} />
        )}
      </div>
      {/* Below the comics, which it must not move when the browser tells. */}
      {hidden > 0 ? (
        <div>
          <HiddenButton className="btn btn--ghost muted small">{t('latest.hidden', { count: hidden })}</HiddenButton>
        </div>
      ) : null}
      {found ? (
        <Pager
          page={filters.page}
          last={found.last_page}
          addressFor={(page) => addressFor({ ...filters, page })}
          words={words}
        />
      ) : null}
    </>
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
  const t = useTranslate();
  const last = useRef(found);
  useEffect(() => {
    if (last.current === found || !found) return;
    last.current = found;
    announce(t('latest.announce', { total: found.total, page: filters.page, last: found.last_page }));
  }, [found, filters.page, t]);
}

/** Fetches the code of the controls when a hand or the focus comes near their box, or at once where they are needed. */
function useControlsWanted(now: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const near = ({ target }: Event) => {
      if (box.current?.contains(target as Node)) {
        void preloadControls();
      }
    };
    if (now || box.current?.matches(':hover, :focus-within') || box.current?.querySelector('details[open]')) {
      void preloadControls();
    }
    // At the document: React holds back the events of what it has not taken over.
    for (const type of NEAR) {
      document.addEventListener(type, near, true);
    }
    return () => {
      for (const type of NEAR) {
        document.removeEventListener(type, near, true);
      }
    };
  }, [now]);
  return box;
}

/** Events that tell that a hand or the focus is near. */
const NEAR = ['pointerover', 'focusin'];
