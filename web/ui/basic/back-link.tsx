import { Link } from './link.tsx';
import { Icon } from './icon.tsx';
import './back-link.css';

/** Leads from one of many back to the list of them, above its title. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="link backlink" to={to}>
      <Icon name="prev" className="flip icon--s" />
      {children}
    </Link>
  );
}
