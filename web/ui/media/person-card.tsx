import type { ReactNode } from 'react';
import { Link } from '#web/ui/basic/link.tsx';
import { Picture } from './picture.tsx';
import './person-card.css';

interface Props {
  to: string;
  name: string;
  /** A square picture, or null: then the name's first letter stands for it. */
  image: string | null;
  children: ReactNode;
}

/** Someone, with a face: a character, an artist, an author. */
export function Person({ to, name, image, children }: Props) {
  return (
    <Link className="person" to={to}>
      {image === null ? (
        <span className="person__ph" aria-hidden="true">
          {[...name][0]}
        </span>
      ) : (
        <Picture src={image} width={64} height={64} alt="" />
      )}
      <span>
        <b>{name}</b>
        {children}
      </span>
    </Link>
  );
}
