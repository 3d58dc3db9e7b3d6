import type { ReactNode } from 'react';
import './switch.css';

/** A switch that acts in the page at once: words at one end, switch at the other. */
export function Toggle({
  on,
  onChange,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className="switch switch--row" role="switch" aria-checked={on} onClick={() => onChange(!on)}>
      {children}
      <span className="switch__track" />
    </button>
  );
}
