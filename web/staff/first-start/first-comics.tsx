import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';

/** The ways by which a site gets its first comics. */
export function FirstComics({ watched }: { watched: string | null }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <ul className="first-start__ways">
      <li>
        <Icon name="upload" />
        <Link to={links.upload()}>{t('admin.setup.comics.upload')}</Link>
      </li>
      <li>
        <Icon name="download" />
        <Link to={links.admin('imports')}>{t('admin.setup.comics.transfer')}</Link>
      </li>
      <li>
        <Icon name="book" />
        <span>
          {t(watched === null ? 'admin.setup.comics.unwatched' : 'admin.setup.comics.watched')}{' '}
          {watched === null ? null : <code dir="ltr">{watched}</code>}
        </span>
      </li>
      <li>
        <Icon name="monitor" />
        <span>
          {t('admin.setup.comics.command')}
          <code dir="ltr">npm run cli -- import --publish /path/to/comics</code>
        </span>
      </li>
    </ul>
  );
}
