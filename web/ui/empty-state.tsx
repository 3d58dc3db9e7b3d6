import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';
import './empty-state.css';

/** A list with nothing in it: says why, and (`children`) what to do. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Mark />
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}
