import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { LOCALE_NAMES, type Locale } from '#contract/locales.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { inLocale } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useRootData, useSite } from '#web/platform/page/root-data.ts';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { writeCookie, writeLocal } from '#web/platform/state/browser-storage.ts';
import { Brand } from './brand.tsx';
import { DisplayButton } from '#web/library/display/display-button.tsx';
import { HiddenButton } from '#web/library/hidden/hidden-button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './footer.css';

/** The footer: logo, languages, and where else the site can be found. */
export function Footer() {
  const t = useTranslate();
  const links = useAddresses();
  const { social } = useSite();
  const { pages, outside } = useRootData();
  return (
    <footer className="foot">
      <div className="wrap foot__in">
        <Brand />
        <LanguageMenu />
        <DisplayButton className="btn btn--ghost" />
        <HiddenButton className="btn btn--ghost" />
        <Link className="btn btn--ghost" to={links.offline()}>
          <Icon name="device" />
          {t('offline.title')}
        </Link>
        <nav className="foot__links push" aria-label={t('site.footer.links')}>
          {pages.map(({ slug, title }) => (
            <Link key={slug} to={links.sitePage(slug)}>
              <bdi>{title}</bdi>
            </Link>
          ))}
          <Link to={links.cookies()}>{t(outside ? 'consent.each' : 'cookies.title')}</Link>
          {social.map(({ name, url }) => (
            <a key={url} href={url} target="_blank" rel="noopener">
              {name}
              <span className="visually-hidden"> {t('site.newTab')}</span>
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** Every language leads to the same page; the page is loaded anew, with that language's words and direction. */
function LanguageMenu() {
  const t = useTranslate();
  const current = useLocale();
  const { locales } = useSite();
  const { pathname, search: asked } = useLocation();
  const { search: served } = useRootData();
  const search = useSyncExternalStore(
    never,
    () => asked,
    () => served,
  );
  return (
    <Menu
      up
      look="btn"
      summary={
        <>
          <Labelled label={t('site.language.label')} look="visually-hidden">
            <Flag icon={current} />
            {LOCALE_NAMES[current]}
          </Labelled>
          <Icon name="up" className="icon--s" />
        </>
      }
    >
      {locales.map((locale) => (
        <a
          key={locale}
          href={inLocale(pathname, locale) + search}
          lang={locale}
          hrefLang={locale}
          aria-current={locale === current ? 'true' : undefined}
          onClick={() => keep(locale)}
        >
          <Flag icon={locale} />
          {LOCALE_NAMES[locale]}
          {locale === current ? <Icon name="check" className="icon--check" /> : null}
        </a>
      ))}
    </Menu>
  );
}

const never = () => () => {};

function keep(locale: Locale): void {
  writeCookie('lang', locale);
  writeLocal('lang', locale);
}
