import type { AdminComicRow } from '#contract/editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import '#web/ui/basic/button.css';
import { stateActions, type StateAction } from '#web/staff/comic-parts/state-actions.tsx';
import { Link } from '#web/ui/basic/link.tsx';

/** The actions on one comic of the table. */
export function RowActions({
  comic,
  act,
}: {
  comic: AdminComicRow;
  act: (comic: AdminComicRow, action: StateAction) => void;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const isShown = comic.state === 'published' || comic.state === 'unlisted';
  return (
    <Menu
      end
      look="btn btn--ghost btn--icon"
      summary={
        <>
          <Icon name="more" />
          <span className="visually-hidden">{t('admin.actions.of', { title: comic.title })}</span>
        </>
      }
    >
      <Link to={links.admin('comics', comic.slug)}>
        <Icon name="edit" />
        {t('admin.action.edit')}
      </Link>
      {isShown ? (
        <Link to={links.comic(comic.slug)}>
          <Icon name="eye" />
          {t('admin.action.view')}
        </Link>
      ) : null}
      <hr />
      {stateActions(comic).map(({ action, icon }) => (
        <button key={action} type="button" onClick={() => act(comic, action)}>
          <Icon name={icon} />
          {t(`admin.action.${action}`)}
        </button>
      ))}
    </Menu>
  );
}
