import { memo, useDeferredValue, useId, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/chip.css';
import '#web/ui/form/field.css';
import './multi-select.css';

export type Selection = 'in' | 'out';

/** One row of a `Multi`. */
export interface MultiSelect {
  value: string;
  name: string;
  /** As people read it. */
  count?: string | undefined;
  /** `#rrggbb`; null draws a dot without colour, nothing draws none. */
  color?: string | null | undefined;
  /** The flag of a language. */
  icon?: string | null | undefined;
}

/** A choice that was made, whether or not its row is offered now. */
export interface MultiSelectOption extends MultiSelect {
  picked: Selection;
}

/** The props that make a `Multi` act: without it the boxes keep themselves, for visitors without scripts. */
interface Acting {
  /** A row was pressed or its key was: what it becomes is the caller's. The same function from one drawing to the next. */
  onPick: (choice: MultiSelect, picked: Selection) => void;
  removeLabel: (name: string) => string;
  chosenLabel: string;
  /** The field above the rows; null where there are too few to look for one. */
  find: { label: string; value: string; onChange: (text: string) => void } | null;
  /** Says by which keys it is used. */
  keys: string;
}

export interface MultiLabels {
  in: (name: string) => string;
  out: (name: string) => string;
}

interface Props {
  label: string;
  /** The names the form sends for a choice that is wanted, and for one that is not. */
  names: { in: string; out: string };
  /** The labels of the two boxes of a choice; the same functions from one drawing to the next. */
  labels: MultiLabels;
  choices: readonly MultiSelect[];
  picks: readonly MultiSelectOption[];
  acting?: Acting;
  /** Stands in place of the rows: they are on their way, or there are none. */
  instead?: ReactNode;
  foot: ReactNode;
}

/** Rows drawn at once; the others follow as soon as there is time. */
const FIRST = 30;
/** Rows a page key goes. */
const LEAP = 7;

/** Choices that can be wanted, unwanted, or left alone: two boxes each, of which at most one is ticked. */
export function Multi({ label, names, labels, choices, picks, acting, instead, foot }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const keys = useId();
  const drawn = useDeferredValue(choices, choices.slice(0, FIRST));
  const rows = acting ? drawn : choices;
  const picked = new Map(picks.map((pick) => [pick.value, pick.picked]));
  const offered = new Set(instead ? [] : rows.map(({ value }) => value));
  const field = () => host.current?.querySelector<HTMLInputElement>('.multi__find input');
  const firstBox = () => host.current?.querySelector<HTMLInputElement>('.multi__row input');

  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      firstBox()?.focus();
    }
    // Enter in a field that looks for a choice takes the first; an empty one sends the form.
    if (event.key === 'Enter' && acting?.find?.value) {
      event.preventDefault();
      firstBox()?.click();
    }
  };
  const onRowKey = (event: KeyboardEvent) => {
    const box = event.target as HTMLInputElement;
    const row = box.closest<HTMLElement>('.multi__row');
    if (!row || !acting || event.ctrlKey || event.metaKey || event.altKey) return;
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
    <div className="multi" ref={host}>
      {acting?.find ? (
        <div className="multi__find">
          <div className="affix">
            <Icon name="search" />
            <input
              className="input"
              type="search"
              placeholder={acting.find.label}
              aria-label={acting.find.label}
              maxLength={100}
              autoComplete="off"
              enterKeyHint="done"
              value={acting.find.value}
              onChange={(event) => acting.find!.onChange(event.currentTarget.value)}
              onKeyDown={onFieldKey}
            />
          </div>
        </div>
      ) : null}
      {acting && picks.length > 0 ? (
        <ul className="multi__chosen chips" aria-label={acting.chosenLabel}>
          {picks.map(({ picked: kind, ...choice }) => (
            <li key={choice.value} className={`chip chip--${kind}`}>
              <span>
                <bdi>{choice.name}</bdi>
              </span>
              <button
                type="button"
                className="chip__x"
                aria-label={acting.removeLabel(kind === 'in' ? choice.name : labels.out(choice.name))}
                onClick={() => {
                  acting.onPick(choice, kind);
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
        .filter(({ value }) => acting && !offered.has(value))
        .map(({ value, picked: kind }) => (
          <input key={value} type="hidden" name={names[kind]} value={value} />
        ))}
      {acting ? (
        <p className="vh" id={keys}>
          {acting.keys}
        </p>
      ) : null}
      {instead ?? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the boxes within
        <fieldset
          className="multi__list"
          aria-label={label}
          aria-describedby={acting ? keys : undefined}
          onKeyDown={onRowKey}
        >
          {rows.map(({ value, name, count, color, icon }, index) => (
            <Row
              key={value}
              value={value}
              name={name}
              count={count}
              color={color}
              icon={icon}
              picked={picked.get(value)}
              names={names}
              labels={labels}
              onPick={acting?.onPick}
              reached={!acting || index === 0}
            />
          ))}
        </fieldset>
      )}
      <div className="multi__foot">{foot}</div>
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

interface RowProps extends MultiSelect {
  picked: Selection | undefined;
  names: Props['names'];
  labels: MultiLabels;
  onPick: Acting['onPick'] | undefined;
  /** By the Tab key; the arrow keys reach the others. */
  reached: boolean;
}

const Row = memo(function Row({ value, name, count, color, icon, picked, names, labels, onPick, reached }: RowProps) {
  const pick = onPick && ((kind: Selection) => onPick({ value, name, color, icon }, kind));
  const box = (kind: Selection) => (
    <label className={`multi__${kind}`}>
      <input
        type="checkbox"
        name={names[kind]}
        value={value}
        aria-label={labels[kind](name)}
        tabIndex={reached ? undefined : -1}
        {...(pick ? { checked: picked === kind, onChange: () => pick(kind) } : { defaultChecked: picked === kind })}
      />
      <i />
    </label>
  );
  return (
    <div className={`multi__row${color === undefined ? '' : ' multi__row--dot'}${picked ? ` is-${picked}` : ''}`}>
      {color === undefined ? null : <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- more room to press for what the boxes beside it do */}
      <span className="multi__name" onClick={pick && (() => pick(picked ?? 'in'))}>
        {icon ? <Flag icon={icon} /> : null}
        <bdi>{name}</bdi>
      </span>
      <span className="multi__n">{count}</span>
      <span className="multi__pm">
        {box('in')}
        {box('out')}
      </span>
    </div>
  );
});
