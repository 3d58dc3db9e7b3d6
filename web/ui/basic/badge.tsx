import type { ReactNode } from 'react';
import './badge.css';

/** A short word on a plate. `plate` reads on top of pictures, `accent` marks where to go on. */
export function Badge({
  look,
  children,
}: {
  look?: 'good' | 'warn' | 'bad' | 'plate' | 'accent';
  children: ReactNode;
}) {
  return <span className={look ? `badge badge--${look}` : 'badge'}>{children}</span>;
}

/** A state in words, with a dot of its colour. */
export function State({ look, children }: { look?: 'good' | 'warn' | 'bad' | undefined; children: ReactNode }) {
  return <span className={look ? `state state--${look}` : 'state'}>{children}</span>;
}
