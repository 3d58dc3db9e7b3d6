import type { ComicList } from '#contract/library.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './list-cards.css';

/** Covers shown of a list. */
const COVERS = 4;

/** Lists of comics side by side; one that only its member sees has a lock. */
export function ListCards({ lists }: { lists: readonly ComicList[] }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <ul className="list-cards">
      {lists.map((list) => (
        <li key={list.id}>
          <Link to={links.list(list.id)}>
            <span>
              <b>
                <bdi>{list.name}</bdi>
              </b>
              <br />
              <span className="muted small num">
                {t('library.list.comics', { count: list.comics_count })}
                {list.public ? null : (
                  <>
                    {' '}
                    · <Icon name="lock" className="icon--s" /> {t('library.list.private')}
                  </>
                )}
              </span>
            </span>
            {list.thumbs.length === 0 ? null : (
              <span className="list-cards__covers">
                {list.thumbs.slice(0, COVERS).map((thumb) => (
                  <Picture key={thumb} src={thumb} width={100} height={150} alt="" />
                ))}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
