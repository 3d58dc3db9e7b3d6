import type { ReactNode } from 'react';
import './switch.css';

interface Props {
  name: string;
  /** The value the form sends when the switch is pressed. */
  value: string;
  checked: boolean;
  /** Words at one end, switch at the other. */
  row?: boolean;
  children: ReactNode;
}

/** A switch that sends its form when pressed, so that it works before any script has arrived. */
export function SwitchButton({ name, value, checked, row = false, children }: Props) {
  const track = <span className="switch__track" />;
  return (
    <button
      type="submit"
      className={row ? 'switch switch--row' : 'switch'}
      role="switch"
      aria-checked={checked}
      name={name}
      value={value}
    >
      {row ? null : track}
      {children}
      {row ? track : null}
    </button>
  );
}

/** A switch inside a form, which sends `name=on` while it is on: words at one end, switch at the other. */
export function SwitchField({ name, on, children }: { name: string; on: boolean; children: ReactNode }) {
  return (
    <label className="switch switch--row">
      {children}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is on */}
      <input type="checkbox" role="switch" name={name} defaultChecked={on} />
    </label>
  );
}
