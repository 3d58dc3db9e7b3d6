import type { ReactNode } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { RatedCover } from '#web/library/display/rated-cover.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './work-row.css';

interface Props {
  /** Null where it may not be shown any more. */
  comic: ComicCard | null;
  title: string;
  /** The content under the title. */
  children?: ReactNode;
  /** The actions on it. */
  acts?: ReactNode;
}

/** A comic as one row of a list: its cover, its title, what there is to say, and what can be done. */
export function WorkRow({ comic, title, children, acts }: Props) {
  const locale = useLocale();
  const links = useAddresses();
  return (
    <div className="work-row">
      {comic ? (
        <RatedCover rating={comic.rating} title={title} color={comic.cover?.color ?? null}>
          <Picture
            src={comic.thumb_url}
            width={comic.cover?.width ?? 400}
            height={comic.cover?.height ?? 600}
            thumbhash={comic.cover?.thumbhash ?? null}
            alt=""
          />
        </RatedCover>
      ) : (
        <Cover />
      )}
      <div className="work-row__text">
        {comic ? (
          <h3 lang={titleLanguage(comic, locale)}>
            <Link to={links.comic(comic.slug)}>
              <bdi dir="auto">{title}</bdi>
            </Link>
          </h3>
        ) : (
          <h3 className="muted">
            <bdi dir="auto">{title}</bdi>
          </h3>
        )}
        {children}
      </div>
      {acts ? <div className="work-row__acts">{acts}</div> : null}
    </div>
  );
}
