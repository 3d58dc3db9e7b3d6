import type { ReactNode } from 'react';
import '#web/ui/basic/chip.css';

/** Links that narrow a list. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="chips" aria-label={label}>
      {children}
    </nav>
  );
}
