import { memo, type CSSProperties } from 'react';
import { Flag } from '#web/ui/basic/flag.tsx';
import '#web/ui/basic/chip.css';
import './choice-row.css';

export type Selection = 'in' | 'out';

/** A choice that can be wanted, unwanted, or left alone. */
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

/** The names of the two boxes of a choice, for people who listen. */
export interface MultiLabels {
  in: (name: string) => string;
  out: (name: string) => string;
}

interface Props extends MultiSelect {
  picked: Selection | undefined;
  /** The names the form sends for a choice that is wanted, and for one that is not. */
  names: { in: string; out: string };
  labels: MultiLabels;
  /** A box was pressed: what the choice becomes is the caller's. Without it the boxes keep themselves. */
  onPick?: (choice: MultiSelect, picked: Selection) => void;
  /** By the Tab key, which is so unless it is false. */
  reached?: boolean;
}

/** One choice: its name, how many there are of it, and two boxes, of which at most one counts. */
export const ChoiceRow = memo(function ChoiceRow(props: Props) {
  const { value, name, count, color, icon, picked, names, labels, onPick, reached = true } = props;
  const pick = onPick && ((kind: Selection) => onPick({ value, name, color, icon }, kind));
  const box = (kind: Selection) => (
    <label className={`choice__${kind}`}>
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
    <div className={color === undefined ? 'choice' : 'choice choice--dot'}>
      {color === undefined ? null : <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- more room to press for what the boxes beside it do */}
      <span className="choice__name" onClick={pick && (() => pick(picked ?? 'in'))}>
        {icon ? <Flag icon={icon} /> : null}
        <bdi>{name}</bdi>
      </span>
      <span className="choice__n">{count}</span>
      <span className="choice__pm">
        {box('in')}
        {box('out')}
      </span>
    </div>
  );
});
