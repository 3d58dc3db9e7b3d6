import type { ListDetail } from '#contract/library.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './list-head.css';

/** A list's name, whose it is, and what it is about. */
export function ListHead({
  list: { name, description, public: shown, comics_count: count, user },
}: {
  list: ListDetail;
}) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <header className="stack">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p className="row muted small num list-facts">
        <Link className="link" to={links.profile(user.username)}>
          {t('library.list.by', { name: user.username })}
        </Link>
        <span>{t('library.list.comics', { count })}</span>
        <span>
          {shown ? null : <Icon name="lock" className="icon--s" />}{' '}
          {t(shown ? 'library.list.isPublic' : 'library.list.private')}
        </span>
      </p>
      {description === '' ? null : (
        <p className="list-words" dir="auto">
          {description}
        </p>
      )}
    </header>
  );
}
