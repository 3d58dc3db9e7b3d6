import { useMatches, Outlet } from 'react-router';
import { AdBox } from '#web/catalogue/ads/ad-slot.tsx';
import { Announcer } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { AuthHost } from './auth-dialog-host.tsx';
import { Bar } from './bar.tsx';
import { useLoadingIndicator } from './loading-indicator.ts';
import { Footer } from './footer.tsx';
import { HydrationBoundary } from './hydration-boundary.tsx';
import { useHead } from '#web/platform/page/use-document-head.ts';
import { KeysSlot } from './shortcuts-loader.tsx';
import { ReactionsHost } from '#web/community/reactions/reactions-host.tsx';
import { ReportHost } from '#web/community/reports/report-host.tsx';
import { TalkHost } from '#web/community/talk/talk-host.tsx';
import { SearchPopup } from '#web/catalogue/search/search-popup.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';
import { useSessionStart } from '#web/app/session/session-start.ts';
import { ThumbBar } from './thumb-bar.tsx';
import { WarningSlot } from './warning-bar-loader.tsx';
import './notices.css';

/** The frame of every page: skip link, sticky bar, the page, footer, thumb bar. A bare page has none of these. */
export function Layout() {
  // A page whose data could not be had shows why, in the frame, whatever it is itself.
  const bare = useMatches().some(
    ({ handle, loaderData }) => (handle as RouteHandle | undefined)?.frame === 'bare' && loaderData !== undefined,
  );
  useHead();
  useLoadingIndicator();
  useScrollRestoration(bare);
  useSessionStart();
  return (
    <>
      {bare ? <Outlet /> : <Framed />}
      <AuthHost />
      <ReportHost />
      <TalkHost />
      <ReactionsHost />
      <Announcer />
    </>
  );
}

/**
 * React takes the bar over first, and answers from then on whatever is pressed; of the parts in boundaries it takes
 * over each when nothing else is to be done, or once it is wanted.
 */
function Framed() {
  const t = useTranslate();
  return (
    <>
      <a className="skip" href="#main">
        {t('site.skip')}
      </a>
      <Bar />
      <main id="main" className="wrap main" tabIndex={-1}>
        <WarningSlot />
        <AdBox spot="top" />
        <HydrationBoundary>
          <Outlet />
        </HydrationBoundary>
        <AdBox spot="bottom" />
      </main>
      <HydrationBoundary>
        <Footer />
      </HydrationBoundary>
      <ThumbBar />
      <MenuSheet />
      <SearchPopup />
      <KeysSlot />
    </>
  );
}
