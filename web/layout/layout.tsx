import { Outlet } from 'react-router';
import { useT } from '../i18n/i18n.tsx';

/** The frame of every page. */
export function Layout() {
  const t = useT();
  return (
    <>
      <a className="skip" href="#main">{t('site.skip')}</a>
      <main id="main" className="wrap main" tabIndex={-1}><Outlet /></main>
    </>
  );
}
