import type { CSSProperties, ReactNode } from 'react';
import { Link } from './link.tsx';
import './chip.css';

interface Props {
  to: string;
  children: ReactNode;
  /** How many there are of what it names, as people read it. */
  count?: string;
  /** `#rrggbb` of a tag; null for a tag without one. Left out, the chip is no tag. */
  color?: string | null;
  /** Stands before the words. */
  icon?: ReactNode;
}

/** A name that leads to everything that bears it. */
export function Chip({ to, children, count, color, icon }: Props) {
  const style = color ? ({ '--tag': color } as CSSProperties) : undefined;
  return (
    <Link className={color === undefined ? 'chip' : 'chip chip--tag'} style={style} to={to}>
      {icon}
      <span>{children}</span>
      {count !== undefined && <span className="chip__n">{count}</span>}
    </Link>
  );
}
