import { Link } from 'react-router';
import type { ComicCard } from '#contract/comics.ts';
import { useLinks } from '#web/links.ts';
import { Picture } from '#web/ui/picture.tsx';
import './koma.css';

/** Panels of the cut page. */
const PANELS = 4;

/** A page cut into four panels, each a cover that leads to its comic; nothing where the library has too few covers. */
export function Koma({ comics }: { comics: readonly ComicCard[] }) {
  const links = useLinks();
  const shown = comics.filter(({ cover }) => cover).slice(0, PANELS);
  if (shown.length < PANELS) { return null; }
  return (
    <div className="koma">
      {shown.map(({ id, slug, title, image_url: image, cover }) => (
        <Link key={id} to={links.comic(slug)}>
          <Picture src={image} width={cover!.width} height={cover!.height} thumbhash={cover!.thumbhash} color={cover!.color} alt={title} eager />
        </Link>
      ))}
    </div>
  );
}
