import type { ReactNode } from 'react';
import { Mark } from './spinner.tsx';
import './empty-state.css';

/** A list with nothing in it, or a whole page (`heading` h1): says why, and (`children`) what to do. */
export function EmptyState({
  title,
  text,
  heading: Heading = 'h2',
  children,
}: {
  title: string;
  text?: string;
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Mark />
      <Heading>{title}</Heading>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}
