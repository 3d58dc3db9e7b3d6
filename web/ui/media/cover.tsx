import type { CSSProperties, ReactNode } from 'react';
import './cover.css';

/** The box of a cover, two wide and three high, in the picture's colour until it is there. */
export function Cover({
  color,
  className,
  rated,
  shown = false,
  children,
}: {
  color?: string | null;
  className?: string;
  /** The rating by which visitors may have it blurred; left out where none may. */
  rated?: string | undefined;
  /** It is not blurred, whatever it is rated. */
  shown?: boolean;
  children?: ReactNode;
}) {
  return (
    <span
      className={className ? `cover ${className}` : 'cover'}
      data-rated={rated}
      data-shown={shown ? '' : undefined}
      style={color ? ({ '--ph': color } as CSSProperties) : undefined}
    >
      {children}
    </span>
  );
}
