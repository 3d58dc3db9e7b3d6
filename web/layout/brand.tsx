import { Link } from 'react-router';
import { useLinks } from '../links.ts';
import { useFeature, useSite } from '../site.ts';
import { Mark } from '../ui/mark.tsx';

/** The logo, leading home: the mark, or the site's letter where it has no logo. `word`: with the name beside it. */
export function Brand({ word = false }: { word?: boolean }) {
  const links = useLinks();
  const { name, letter } = useSite();
  const hasLogo = useFeature('logo');
  return (
    <Link className="brand" to={links.home()} aria-label={name}>
      {hasLogo ? <Mark /> : <span className="mark-letter" aria-hidden="true">{letter}</span>}
      {word ? <span className="brand__word">{name}</span> : null}
    </Link>
  );
}
