import { useState, type ComponentProps } from 'react';
import type { Rating } from '#contract/comics.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import './rated-cover.css';

interface Props extends ComponentProps<typeof Cover> {
  rating: Rating;
  /** Of the comic. */
  title: string;
}

/**
 * A comic's cover. Where this visitor has covers of its rating blurred it stands there blurred, with a button that shows it and
 * hides it again; which these are is known to the page before it is painted, so that style alone decides.
 */
export function RatedCover({ rating, title, children, ...cover }: Props) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  const isRated = rating !== 'safe';
  return (
    <Cover {...cover} rated={isRated ? rating : undefined} shown={shown}>
      {children}
      {isRated ? (
        <button
          type="button"
          className="show-cover"
          data-rated={rating}
          aria-label={t(shown ? 'display.covers.hide' : 'display.covers.show', { title })}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      ) : null}
    </Cover>
  );
}

/** Marks what holds a picture of a comic, so that it is blurred as covers of its rating are: nothing for one that is safe. */
export function ratedMark(rating: Rating | null | undefined): { 'data-rated'?: Rating } {
  return rating === 'safe' || !rating ? {} : { 'data-rated': rating };
}
