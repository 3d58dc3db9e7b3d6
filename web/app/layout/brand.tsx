import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature, useSite } from '#web/platform/page/root-data.ts';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { Link } from '#web/ui/basic/link.tsx';

/** The logo, leading home: the operator's picture, else the mark; the site's letter where it has none. `word`: with the name beside it. */
export function Brand({ word = false }: { word?: boolean }) {
  const links = useAddresses();
  const { name, letter, logo, cdn } = useSite();
  const hasLogo = useFeature('logo');
  // A wide picture has the name in it.
  const isWordmark = hasLogo && logo !== null && logo.width > logo.height * 1.5;
  return (
    <Link className="brand" to={links.home()} aria-label={name}>
      {hasLogo && logo !== null ? (
        <img
          className="mark-picture"
          src={`${cdn}/images/logo.png?v=${logo.version}`}
          width={logo.width}
          height={logo.height}
          alt=""
        />
      ) : hasLogo ? (
        <Mark />
      ) : (
        <span className="mark-letter" aria-hidden="true">
          {letter}
        </span>
      )}
      {word && !isWordmark ? (
        <span className="brand__word" dir="auto">
          {name}
        </span>
      ) : null}
    </Link>
  );
}
