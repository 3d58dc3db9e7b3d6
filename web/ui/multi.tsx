import type { ChangeEvent, CSSProperties, ReactNode } from 'react';
import './chip.css';
import './multi.css';

/** One row of a `Multi`. */
export interface MultiChoice {
  value: string | number;
  name: string;
  /** As people read it. */
  count?: string;
  /** `#rrggbb`; null draws a dot without colour, nothing draws none. */
  color?: string | null | undefined;
  picked: 'in' | 'out' | null;
}

interface Props {
  label: string;
  /** What the form sends for a choice that is wanted, and for one that is not. */
  names: { in: string; out: string };
  /** What the two boxes of a choice are called. */
  labels: { in: (name: string) => string; out: (name: string) => string };
  choices: readonly MultiChoice[];
  foot: ReactNode;
}

/** Choices that can be wanted, unwanted, or left alone: two boxes each, of which at most one is ticked. */
export function Multi({ label, names, labels, choices, foot }: Props) {
  const onChange = ({ currentTarget: box }: ChangeEvent<HTMLInputElement>) => {
    if (!box.checked) { return; }
    for (const other of box.closest('.multi__pm')?.querySelectorAll('input') ?? []) { if (other !== box) { other.checked = false; } }
  };
  return (
    <div className="multi">
      <fieldset className="multi__list" aria-label={label}>
        {choices.map(({ value, name, count, color, picked }) => (
          <div className="multi__row" key={value}>
            {color === undefined ? null : <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} />}
            <span className="multi__name"><bdi>{name}</bdi></span>
            <span className="multi__n">{count}</span>
            <span className="multi__pm">
              <label className="multi__in"><input type="checkbox" name={names.in} value={value} defaultChecked={picked === 'in'} aria-label={labels.in(name)} onChange={onChange} /><i /></label>
              <label className="multi__out"><input type="checkbox" name={names.out} value={value} defaultChecked={picked === 'out'} aria-label={labels.out(name)} onChange={onChange} /><i /></label>
            </span>
          </div>
        ))}
      </fieldset>
      <div className="multi__foot">{foot}</div>
    </div>
  );
}
