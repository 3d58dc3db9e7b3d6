import type { ReactNode } from 'react';

/** A control that names itself, under the words people see. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
