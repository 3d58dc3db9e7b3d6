import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link, NavigationLink } from '#web/ui/basic/link.tsx';
import { SearchButton } from './search-button.tsx';
import { MenuButton } from './menu-sheet.tsx';
import { useComicsCurrent, useComicsName } from './navigation.ts';
import './thumb-bar.css';

/** The bar at the thumb, on phones. */
export function ThumbBar() {
  const t = useTranslate();
  const links = useAddresses();
  const current = useComicsCurrent();
  const name = useComicsName();
  return (
    <nav className="thumb-bar" aria-label={t('site.nav.label')}>
      <NavigationLink to={links.home()} end>
        <Icon name="home" />
        {t('site.nav.home')}
      </NavigationLink>
      <Link to={links.latest()} aria-current={current}>
        <Icon name="grid" />
        {name}
      </Link>
      <SearchButton />
      <MenuButton>
        <Icon name="menu" />
        {t('site.menu.title')}
      </MenuButton>
    </nav>
  );
}
