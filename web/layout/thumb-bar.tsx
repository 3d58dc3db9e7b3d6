import { NavLink } from 'react-router';
import { useT } from '../i18n/i18n.tsx';
import { useLinks } from '../links.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton } from './menu-sheet.tsx';
import './thumb-bar.css';

/** The bar at the thumb, on phones. */
export function ThumbBar() {
  const t = useT();
  const links = useLinks();
  return (
    <nav className="thumbbar" aria-label={t('site.nav.label')}>
      <NavLink to={links.home()} end><Icon name="home" />{t('site.nav.home')}</NavLink>
      <NavLink to={links.latest()} end><Icon name="grid" />{t('site.nav.comics')}</NavLink>
      <MenuButton><Icon name="menu" />{t('site.menu.title')}</MenuButton>
    </nav>
  );
}
