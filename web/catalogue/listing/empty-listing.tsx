import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useChoiceName } from '#web/catalogue/filters/choice-names.ts';
import { listFilterChoices, sortedBy, withoutChoices } from '#web/catalogue/filters/filter-choices.ts';
import type { Filters } from '#web/catalogue/filters/filters.ts';
import type { Listing } from '#web/catalogue/filters/listing-state.ts';

interface Props {
  listing: Listing;
  addressFor: (filters: Filters) => string;
}

/** A list without comics: says why, and which choice to loosen, or over which longer time to look. */
export function EmptyListing({ listing, addressFor }: Props) {
  const { filters, hints, favorites } = listing;
  const t = useTranslate();
  const links = useAddresses();
  const nameFor = useChoiceName(listing);
  const choices = listFilterChoices(filters);
  const { longer } = hints;
  const clear =
    choices.length > 0 ? (
      <ButtonLink to={addressFor(withoutChoices(filters))}>{t('latest.empty.clear')}</ButtonLink>
    ) : null;
  // Where no longer time has anything either, what empties the list is a choice.
  if (filters.sort === 'popularity' && (longer || choices.length === 0)) {
    return (
      <EmptyState title={t('latest.empty.unread', { duration: filters.duration })} text={t('latest.empty.unreadText')}>
        <div className="row">
          {longer ? (
            <ButtonLink look={['primary']} to={addressFor({ ...filters, page: 1, duration: longer })}>
              {t('latest.empty.longer', { duration: longer })}
            </ButtonLink>
          ) : null}
          <ButtonLink to={addressFor(sortedBy(filters, filters.usual))}>{t('latest.empty.newest')}</ButtonLink>
          {clear}
        </div>
      </EmptyState>
    );
  }
  if (choices.length === 0 && favorites) {
    return (
      <EmptyState title={t('library.favorites.empty')} text={t('library.favorites.emptyText')}>
        <ButtonLink look={['primary']} to={links.latest()}>
          {t('library.find')}
        </ButtonLink>
      </EmptyState>
    );
  }
  if (choices.length === 0) return <EmptyState title={t('latest.empty.none')} text={t('latest.empty.later')} />;
  const loosened = choices
    .flatMap((choice, index) => (hints.without[index] ? [{ choice, count: hints.without[index] }] : []))
    .sort((a, b) => b.count - a.count);
  return (
    <EmptyState title={t('latest.empty.title')} text={t('latest.empty.text')}>
      <div className="row">
        {loosened.map(({ choice, count }) => (
          <ButtonLink key={`${choice.kind} ${choice.path} ${choice.value}`} to={addressFor(choice.without)}>
            {t('latest.empty.loosen', { count, name: choice.kind === 'q' ? String(choice.value) : nameFor(choice) })}
          </ButtonLink>
        ))}
        {clear}
      </div>
    </EmptyState>
  );
}
