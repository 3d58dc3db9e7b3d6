import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';
import { useChoiceName } from './choice-names.ts';
import { listFilterChoices, withoutChoices, type Choice } from './filter-choices.ts';
import type { Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import './active-choices.css';

interface Props {
  listing: Listing;
  addressFor: (filters: Filters) => string;
}

/** How many comics there are, and every choice that narrows them, each to be taken back. */
export function ActiveChoices({ listing, addressFor }: Props) {
  const t = useTranslate();
  const nameFor = useChoiceName(listing);
  const { filters, found } = listing;
  const choices = listFilterChoices(filters);
  if (choices.length === 0) return null;
  return (
    <div className="results">
      {found ? <strong>{t('latest.count', { count: found.total })}</strong> : null}
      {choices.map((choice) => {
        const name = nameFor(choice);
        return (
          <span key={`${choice.kind} ${choice.path ?? ''} ${choice.value}`} className={CHIPS[choice.kind]}>
            <span>
              {choice.kind === 'exclude' ? (
                <span className="visually-hidden">{t('latest.chip.excluded', { name })}</span>
              ) : null}
              <bdi aria-hidden={choice.kind === 'exclude' || undefined}>{name}</bdi>
            </span>
            <Link className="chip__x" to={addressFor(choice.without)} aria-label={t('latest.chip.remove', { name })}>
              <Icon name="x" className="icon--s" />
            </Link>
          </span>
        );
      })}
      <Link className="link" to={addressFor(withoutChoices(filters))}>
        {t('latest.chip.clear')}
      </Link>
    </div>
  );
}

const CHIPS: Record<Choice['kind'], string> = {
  q: 'chip',
  include: 'chip chip--in',
  within: 'chip chip--in',
  exclude: 'chip chip--out',
  statuses: 'chip',
  attributes: 'chip',
};
