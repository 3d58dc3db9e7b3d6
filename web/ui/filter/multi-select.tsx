import { useDeferredValue, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import {
  ChoiceRow,
  type MultiLabels,
  type MultiSelect,
  type MultiSelectOption,
  type Selection,
} from './choice-row.tsx';
import '#web/ui/basic/chip.css';
import '#web/ui/form/field.css';
import './multi-select.css';

interface Props {
  label: string;
  /** The names the form sends for a choice that is wanted, and for one that is not. */
  names: { in: string; out: string };
  /** The labels of the two boxes of a choice; the same functions from one drawing to the next. */
  labels: MultiLabels;
  choices: readonly MultiSelect[];
  picks: readonly MultiSelectOption[];
  /** A row was pressed or its key was: what it becomes is the caller's. The same function from one drawing to the next. */
  onPick: (choice: MultiSelect, picked: Selection) => void;
  removeLabel: (name: string) => string;
  chosenLabel: string;
  /** The field above the rows; null where there are too few to look for one. */
  find: { label: string; value: string; onChange: (text: string) => void } | null;
  /** Says by which keys it is used. */
  keys: string;
  /** Stands in place of the rows: they are on their way, or there are none. */
  instead?: ReactNode;
  foot: ReactNode;
}

/** Rows drawn at once; the others follow as soon as there is time. */
const FIRST = 30;
/** Rows a page key goes. */
const LEAP = 7;

/** Choices that can be wanted, unwanted, or left alone: two boxes each, of which at most one is ticked. */
export function Multi(props: Props) {
  const { label, names, labels, choices, picks, onPick, removeLabel, chosenLabel, find, keys, instead, foot } = props;
  const host = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const first = choices.slice(0, FIRST);
  const drawn = useDeferredValue(choices, first);
  // Choices that have come to where none were are not waited for either.
  const rows = drawn.length === 0 ? first : drawn;
  const picked = new Map(picks.map((pick) => [pick.value, pick.picked]));
  const offered = new Set(instead ? [] : rows.map(({ value }) => value));
  const field = () => host.current?.querySelector<HTMLInputElement>('.multi-select__find input');
  const firstBox = () => host.current?.querySelector<HTMLInputElement>('.choice input');

  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      firstBox()?.focus();
    }
    // Enter in a field that looks for a choice takes the first; an empty one sends the form.
    if (event.key === 'Enter' && find?.value) {
      event.preventDefault();
      firstBox()?.click();
    }
  };
  const onRowKey = (event: KeyboardEvent) => {
    const box = event.target as HTMLInputElement;
    const row = box.closest<HTMLElement>('.choice');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const [wanted, unwanted] = [...row.querySelectorAll('input')];
    const all = [...row.parentElement!.children];
    const at = all.indexOf(row);
    const to = STEPS[event.key];
    if (to) {
      const next = all[Math.min(Math.max(0, to(at, all.length)), all.length - 1)];
      const target =
        event.key === 'ArrowUp' && at === 0 ? field() : next?.querySelectorAll('input')[box === unwanted ? 1 : 0];
      target?.focus();
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      (box === wanted ? unwanted : wanted)?.focus();
    } else if (event.key === 'Enter') {
      wanted?.click();
    } else if (['Delete', 'Backspace', '-', 'x'].includes(event.key)) {
      unwanted?.click();
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div className="multi-select" ref={host}>
      {find ? (
        <div className="multi-select__find">
          <div className="affix">
            <Icon name="search" />
            <input
              className="input"
              type="search"
              placeholder={find.label}
              aria-label={find.label}
              maxLength={100}
              autoComplete="off"
              enterKeyHint="done"
              value={find.value}
              onChange={(event) => find.onChange(event.currentTarget.value)}
              onKeyDown={onFieldKey}
            />
          </div>
        </div>
      ) : null}
      {picks.length > 0 ? (
        <ul className="multi-select__chosen chips" aria-label={chosenLabel}>
          {picks.map(({ picked: kind, ...choice }) => (
            <li key={choice.value} className={`chip chip--${kind}`}>
              <span>
                <bdi>{choice.name}</bdi>
              </span>
              <button
                type="button"
                className="chip__x"
                aria-label={removeLabel(kind === 'in' ? choice.name : labels.out(choice.name))}
                onClick={() => {
                  onPick(choice, kind);
                  (field() ?? firstBox())?.focus();
                }}
              >
                <Icon name="x" className="icon--s" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {picks
        .filter(({ value }) => !offered.has(value))
        .map(({ value, picked: kind }) => (
          <input key={value} type="hidden" name={names[kind]} value={value} />
        ))}
      <p className="visually-hidden" id={keysId}>
        {keys}
      </p>
      {instead ?? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the boxes within
        <fieldset className="multi-select__list" aria-label={label} aria-describedby={keysId} onKeyDown={onRowKey}>
          {rows.map(({ value, name, count, color, icon }, index) => (
            <ChoiceRow
              key={value}
              value={value}
              name={name}
              count={count}
              color={color}
              icon={icon}
              picked={picked.get(value)}
              names={names}
              labels={labels}
              onPick={onPick}
              reached={index === 0}
            />
          ))}
        </fieldset>
      )}
      <div className="multi-select__foot">{foot}</div>
    </div>
  );
}

/** Where a key leads from a row. */
const STEPS: Record<string, (at: number, rows: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + LEAP,
  PageUp: (at) => at - LEAP,
  Home: () => 0,
  End: (_, rows) => rows,
};
