import { useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { useCanToggleNsfw, useSite } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Link, NavigationLink } from '#web/ui/basic/link.tsx';
import { AccountSlot } from './account-menu-loader.tsx';
import { SearchButton } from './search-button.tsx';
import { Brand } from './brand.tsx';
import { MenuButton } from './menu-sheet.tsx';
import { useComicsCurrent, useComicsName, useKindLinks } from './navigation.ts';
import { NsfwSwitch } from './nsfw-toggle.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import './bar.css';

/** How far a page is scrolled, in pixels, before its own bar takes the place of the default one. */
const SWITCH_AT = 60;

/** The sticky bar: the site's, or once scrolled the page's own where it has one. */
export function Bar() {
  const match = useMatches().findLast(({ handle }) => (handle as RouteHandle | undefined)?.Bar);
  const RouteBar = (match?.handle as RouteHandle | undefined)?.Bar;
  const scrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY >= SWITCH_AT,
    () => false,
  );
  const data = match?.loaderData;
  return (
    <header className="bar">
      <div className="wrap bar__in">
        {scrolled && RouteBar && data !== undefined ? (
          <>
            <ToTop />
            <RouteBar data={data as never} route={match?.id ?? ''} />
          </>
        ) : (
          <SiteBar />
        )}
      </div>
    </header>
  );
}

function SiteBar() {
  const t = useTranslate();
  const links = useAddresses();
  const kinds = useKindLinks();
  const current = useComicsCurrent();
  const name = useComicsName();
  const site = useSite();
  const hasSwitch = useCanToggleNsfw();
  return (
    <>
      <Brand word />
      <nav className="bar__nav" aria-label={t('site.nav.label')}>
        <Link to={links.latest()} aria-current={current}>
          {name}
        </Link>
        {kinds.map(({ to, label }) => (
          <NavigationLink key={to} to={to}>
            {label}
          </NavigationLink>
        ))}
        {site.links.map(({ label, url }) => (
          <a key={url} href={url} target="_blank" rel="nofollow noopener">
            {label}
            <span className="visually-hidden"> {t('site.newTab')}</span>
          </a>
        ))}
      </nav>
      <span className="push" />
      <noscript className="bar__form">
        <form action={links.latest()} role="search">
          <SearchField name="q" value="" label={t('site.nav.search')} submitLabel={t('site.nav.search')} />
        </form>
      </noscript>
      <SearchButton className="bar__search only-mid">
        <kbd aria-hidden="true">/</kbd>
      </SearchButton>
      {hasSwitch ? <NsfwSwitch className="only-mid" /> : null}
      <ThemeMenu />
      <AccountSlot />
      <MenuButton className="btn btn--ghost btn--icon not-wide only-mid">
        <Icon name="menu" />
        <span className="visually-hidden">{t('site.menu.title')}</span>
      </MenuButton>
    </>
  );
}

function ToTop() {
  const t = useTranslate();
  return (
    <Button
      look={['ghost', 'icon']}
      aria-label={t('site.top')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <Icon name="up" />
    </Button>
  );
}

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
