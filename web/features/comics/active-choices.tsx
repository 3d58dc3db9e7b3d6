import { Link } from 'react-router';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/chip.css';
import { choicesOf, withoutChoices, type Choice } from './filter-choices.ts';
import type { Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import './active-choices.css';

interface Props {
  listing: Listing;
  addressOf: (filters: Filters) => string;
}

/** How many comics there are, and every choice that narrows them, each to be taken back. */
export function ActiveChoices({ listing, addressOf }: Props) {
  const t = useT();
  const nameOf = useChoiceName(listing);
  const { filters, found } = listing;
  const choices = choicesOf(filters);
  if (choices.length === 0) { return null; }
  return (
    <div className="results">
      {found ? <strong>{t('latest.count', { count: found.total })}</strong> : null}
      {choices.map((choice) => {
        const name = nameOf(choice);
        return (
          <span key={`${choice.kind} ${choice.path ?? ''} ${choice.value}`} className={CHIPS[choice.kind]}>
            <span>{choice.kind === 'exclude' ? <span className="vh">{t('latest.chip.excluded', { name })}</span> : null}<bdi aria-hidden={choice.kind === 'exclude' || undefined}>{name}</bdi></span>
            <Link className="chip__x" to={addressOf(choice.without)} aria-label={t('latest.chip.remove', { name })}><Icon name="x" className="icon--s" /></Link>
          </span>
        );
      })}
      <Link className="link" to={addressOf(withoutChoices(filters))}>{t('latest.chip.clear')}</Link>
    </div>
  );
}

const CHIPS: Record<Choice['kind'], string> = {
  q: 'chip', include: 'chip chip--in', exclude: 'chip chip--out', statuses: 'chip', attributes: 'chip',
};

/** Names a choice as people know it; a term nobody knows by its number. */
export function useChoiceName({ chosen }: Listing): (choice: Choice) => string {
  const t = useT();
  return ({ kind, path, value }) => {
    switch (kind) {
      case 'q': return t('latest.chip.query', { query: value });
      case 'statuses': return t(`latest.status.${value as Filters['statuses'][number]}`);
      case 'attributes': return t(`latest.attribute.${value as Filters['attributes'][number]}`);
      default: return chosen[path!]?.find(({ id }) => id === value)?.name ?? `#${value}`;
    }
  };
}
