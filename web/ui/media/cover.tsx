import type { CSSProperties, ReactNode } from 'react';
import './cover.css';

/** The box of a cover, two wide and three high, in the picture's colour until it is there. */
export function Cover({
  color,
  className,
  children,
}: {
  color?: string | null;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <span
      className={className ? `cover ${className}` : 'cover'}
      style={color ? ({ '--ph': color } as CSSProperties) : undefined}
    >
      {children}
    </span>
  );
}
