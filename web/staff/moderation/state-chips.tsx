import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Chips } from './chips.tsx';

type StateFilter = 'queue' | 'shown' | 'held' | 'hidden' | 'deleted' | 'all' | 'open' | 'upheld' | 'dismissed';

/** States a list can be narrowed to, as links. */
export function StateChips<State extends StateFilter>({
  states,
  state,
  addressFor,
}: {
  states: readonly State[];
  state: State;
  addressFor: (state: State) => string;
}) {
  const t = useTranslate();
  return (
    <Chips label={t('moderation.states')}>
      {states.map((each) => (
        <Link key={each} className="chip" to={addressFor(each)} aria-current={each === state ? 'true' : undefined}>
          {t(`moderation.state.${each as StateFilter}`)}
        </Link>
      ))}
    </Chips>
  );
}
