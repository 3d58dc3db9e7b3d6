import type { CSSProperties, ReactNode } from 'react';
import './progress.css';

interface Props {
  /** The label of the progress, for those who do not see it. */
  label: string;
  /** From 0 to 1; null where nobody knows yet. */
  value: number | null;
  /** How it went, once it is over. */
  outcome?: 'good' | 'bad' | undefined;
  /** The content under the bar, one `span` a fact, the first the weightiest. */
  children?: ReactNode;
}

/** How far something has come: a bar, and the facts in numbers under it. Nothing is announced as it moves. */
export function Progress({ label, value, outcome, children }: Props) {
  const percent = Math.round(Math.min(Math.max(value ?? 0, 0), 1) * 100);
  return (
    <div className={outcome === undefined ? 'progress' : `progress progress--${outcome}`}>
      <div
        className="progress__bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === null ? undefined : percent}
        style={{ '--p': `${percent}%` } as CSSProperties}
      >
        <i />
      </div>
      {children === undefined ? null : <div className="progress__text">{children}</div>}
    </div>
  );
}
