import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useCanRegister, useCanToggleNsfw, useSite } from '#web/platform/page/root-data.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/button.css';
import '#web/ui/overlay/dialog.css';
import '#web/ui/overlay/menu.css';
import { AuthLink } from './account-menu-loader.tsx';
import { DisplayButton } from '#web/library/display/display-button.tsx';
import { HiddenButton } from '#web/library/hidden/hidden-button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { useComicsName, useKindLinks } from './navigation.ts';
import { NsfwSwitch } from './nsfw-toggle.tsx';

const SHEET = 'menu-sheet';

/** Opens the menu; the attributes do so before any script has arrived, where the browser knows them. */
export function MenuButton({ className, children }: { className?: string; children: ReactNode }) {
  const onClick = () => {
    const sheet = document.getElementById(SHEET) as HTMLDialogElement | null;
    // Where the browser knows commands it has opened the sheet by itself.
    if (sheet && !('command' in HTMLButtonElement.prototype)) {
      sheet.showModal();
    }
  };
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onClick={onClick}
      {...{ command: 'show-modal', commandfor: SHEET }}
    >
      {children}
    </button>
  );
}

/** The collapsed menu of small screens: everything the bar has no room for. */
export function MenuSheet() {
  const t = useTranslate();
  const links = useAddresses();
  const kinds = useKindLinks();
  const name = useComicsName();
  const site = useSite();
  const hasSwitch = useCanToggleNsfw();
  const canRegister = useCanRegister();
  const user = useUser();
  const { key } = useLocation();
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.close(), [key]);
  const onPress = (event: MouseEvent) => {
    if (event.target === sheet.current) {
      sheet.current.close();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside it; keys close a dialog anyway
    <dialog className="dialog" id={SHEET} ref={sheet} onClick={onPress} aria-labelledby="menu-title">
      <div className="dialog__head">
        <h2 id="menu-title">{t('site.menu.title')}</h2>
        <form method="dialog">
          <button type="submit" className="btn btn--ghost btn--icon" aria-label={t('site.menu.close')}>
            <Icon name="x" />
          </button>
        </form>
      </div>
      <nav className="menu menu--sheet" aria-labelledby="menu-title">
        <Link className="only-mid" to={links.home()}>
          <Icon name="home" />
          {t('site.nav.home')}
        </Link>
        <Link className="only-mid" to={links.latest()}>
          <Icon name="grid" />
          {name}
        </Link>
        {kinds.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon name={icon} />
            {label}
          </Link>
        ))}
        {site.links.map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="nofollow noopener">
            <Icon name="external" />
            {label}
            <span className="visually-hidden"> {t('site.newTab')}</span>
          </a>
        ))}
        <DisplayButton />
        <HiddenButton />
      </nav>
      {hasSwitch ? (
        <div className="menu-sheet__switch">
          <NsfwSwitch row />
        </div>
      ) : null}
      {user ? null : (
        <div className="menu-sheet__auth">
          <AuthLink form="login" className="btn" />
          {canRegister ? <AuthLink form="register" className="btn btn--primary" /> : null}
        </div>
      )}
    </dialog>
  );
}
