import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import './alert.css';

/** A message in the page; announced when it appears. `children` may end in a `.alert__act`. */
export function Alert({ kind, children }: { kind: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div className={`alert alert--${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={kind === 'good' ? 'check' : 'alert'} />
      {children}
    </div>
  );
}
