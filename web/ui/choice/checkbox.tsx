import type { ReactNode } from 'react';
import './checkbox.css';

/** A choice that is in or out, sent by its form as `name=value`. */
export function Check({
  name,
  value,
  checked,
  children,
}: {
  name: string;
  value: string | number;
  checked: boolean;
  children: ReactNode;
}) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      {children}
    </label>
  );
}
