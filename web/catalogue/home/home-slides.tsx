import { useState } from 'react';
import type { ShownComic } from '#web/catalogue/cards/shown-comic.ts';
import type { Rating } from '#contract/comics.ts';
import type { Slide } from '#contract/slides.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { Addresses } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ratedMark } from '#web/library/display/rated-cover.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './home-slides.css';

/** Panels of the cut page. */
const PANELS = 4;
/** The one that takes most of the page, as `home-slides.css` cuts it. */
const LARGEST = 2;

interface Panel {
  key: string;
  /** Null leads nowhere. */
  to: string | null;
  title: string;
  rating: Rating | null;
  image: string;
  width: number;
  height: number;
  thumbhash: string | null;
  color: string | null;
}

interface Props {
  /** The slides the operators chose to show first. */
  slides: readonly Slide[];
  /** Comics whose covers fill what the slides leave free. */
  comics: readonly ShownComic[];
}

/** A page cut into four panels, each a picture that leads somewhere; more slides are further pages. Nothing where there are too few pictures. */
export function NotFoundArt({ slides, comics }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const [turned, setTurned] = useState(0);
  const panels = toPanels(slides, comics, links);
  const pages = panels.length / PANELS;
  if (pages < 1) return null;
  const turn = (by: number) => setTurned((page) => (page + by + pages) % pages);
  return (
    <div className="not-found-art-box">
      <div className="not-found-art">
        {panels
          .slice(turned * PANELS, (turned + 1) * PANELS)
          .map(({ key, to, title, rating, image, ...picture }, index) => {
            const shown = <Picture key={key} src={image} {...picture} alt={title} eager={index === LARGEST} />;
            if (to === null) {
              return (
                <span key={key} className="not-found-art__panel" {...ratedMark(rating)}>
                  {shown}
                </span>
              );
            }
            return /^https?:/i.test(to) ? (
              <a
                key={key}
                className="not-found-art__panel"
                href={to}
                target="_blank"
                rel="nofollow noopener"
                {...ratedMark(rating)}
              >
                {shown}
              </a>
            ) : (
              <Link key={key} className="not-found-art__panel" to={to} {...ratedMark(rating)}>
                {shown}
              </Link>
            );
          })}
      </div>
      {pages > 1 ? (
        <div className="not-found-art__turn needs-script" role="group" aria-label={t('home.slides')}>
          <Button look={['icon']} aria-label={t('home.slides.previous')} onClick={() => turn(-1)}>
            <Icon name="prev" className="flip" />
          </Button>
          <span className="num small" aria-live="polite">
            {t('home.slides.at', { page: turned + 1, pages })}
          </span>
          <Button look={['icon']} aria-label={t('home.slides.next')} onClick={() => turn(1)}>
            <Icon name="next" className="flip" />
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The slides, then covers that no slide shows, up to whole pages of panels; none where one page is not full. */
function toPanels(slides: readonly Slide[], comics: readonly ShownComic[], links: Addresses): Panel[] {
  const chosen = slides.map(({ id, title, url, comic, image_url: image, ...picture }): Panel => ({
    key: `slide ${id}`,
    to: url ?? (comic ? links.comic(comic.slug) : null),
    title,
    image,
    ...picture,
  }));
  const shown = new Set(slides.map(({ comic }) => comic?.id));
  const covers = comics
    .filter(({ id, cover }) => cover && !shown.has(id))
    .map(({ id, slug, title, rating, image_url: image, cover }): Panel => ({
      key: `comic ${id}`,
      to: links.comic(slug),
      title,
      rating,
      image,
      ...cover!,
    }));
  const wanted = Math.max(1, Math.ceil(chosen.length / PANELS)) * PANELS;
  const panels = [...chosen, ...covers].slice(0, wanted);
  return panels.slice(0, panels.length - (panels.length % PANELS));
}
