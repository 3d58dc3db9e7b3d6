import { useId, type ReactNode } from 'react';
import './card.css';

/** A box of the page with a heading, and perhaps a link beside it. */
export function Panel({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading}>
      <header className="panel__head">
        <h2 id={heading}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}
