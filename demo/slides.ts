import { LOCALES, type Locale } from '../contract/locales.ts';
import type { DemoComic } from './comic.ts';

/** The works that the landing page shows first, in its order: as many as it has panels, which show the middle of their covers. */
const SHOWN = ['kasa-to-majo', 'hoshi-tsuri', 'the-lighthouse-robot', 'fuchspost'];

/** A comic of the demo library on the landing page of a locale. */
export interface DemoSlide {
  comic: DemoComic;
  language: Locale;
  position: number;
}

/** The slides of every locale: each work in the reader's language where it has that edition, else as it was first told. */
export function demoSlides(comics: readonly DemoComic[]): DemoSlide[] {
  return LOCALES.flatMap((language) =>
    SHOWN.flatMap((work, position) => {
      const editions = comics.filter((comic) => comic.work === work);
      const comic =
        editions.find((edition) => edition.language === language) ??
        editions.find(({ translated }) => !translated) ??
        editions[0];
      return comic ? [{ comic, language, position }] : [];
    }),
  );
}
