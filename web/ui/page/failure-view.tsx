import { useEffect } from 'react';
import { useMatches, useLocation, useRevalidator } from 'react-router';
import { ApiFailure, errorCode } from '#web/platform/api/api.ts';
import {
  isChunkFailure,
  failureKind,
  removedComic,
  failureTitle,
  type FailureKind,
  type Tombstone,
} from '#web/platform/api/failures.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { useCountdown } from '#web/ui/feedback/use-countdown.ts';
import './failure-view.css';

/** Seconds until a page that is refused for now is asked for again, where nobody said: what the server tells its own visitors. */
const DEFAULT_SECONDS = 5;

/**
 * Says why a page is not there, in words of its own for each reason, and where to go instead; `within` a page that
 * stands, with a title of that rank, only how to go on in it.
 */
export function FailureView({ error, within }: { error: unknown; within?: 'h1' | 'h2' }) {
  const Heading = within ?? 'h1';
  const t = useTranslate();
  const kind = failureKind(error);
  const removed = removedComic(error);
  // The reader brings its own frame; what failed in it has none.
  const bare = useMatches().some(
    ({ handle, loaderData }) => (handle as RouteHandle | undefined)?.frame === 'bare' && loaderData !== undefined,
  );
  const view = (
    <div
      className={within ? 'failure-view failure-view--within' : 'failure-view'}
      data-kind={kind}
      role={within && 'alert'}
    >
      <svg viewBox="-4 -4 60 66" aria-hidden="true">
        <path className="frame" d="M0 0h10.5v52H0z" />
        <path className="frame" d="M14.5 0h22.6L14.5 21.36Z" />
        <path className="frame" d="M14.5 30.64 37.1 52H14.5Z" />
        <path className="gap" d="M40 2.75v46.50L15.4 26Z" />
        <path className="fallen" d="M40 2.75v46.50L15.4 26Z" />
      </svg>
      <div className="stack">
        <Heading>{failureTitle(t, error)}</Heading>
        <Why error={error} kind={kind} removed={removed} />
      </div>
      {within && kind !== 'offline' ? <RetryButton error={error} /> : <Onward error={error} kind={kind} />}
    </div>
  );
  return bare ? (
    <main id="main" className="wrap main" tabIndex={-1}>
      {view}
    </main>
  ) : (
    view
  );
}

function Why({ error, kind, removed }: { error: unknown; kind: FailureKind; removed: Tombstone | null }) {
  const t = useTranslate();
  const locale = useLocale();
  if (removed) {
    return (
      <>
        <p className="muted">
          {t('site.error.tombstone', {
            title: `\u2068${removed.title}\u2069`,
            date: formatDate(locale, removed.removed_at),
          })}
        </p>
        {removed.reason ? <p className="muted">{t('site.error.reason', { reason: removed.reason })}</p> : null}
      </>
    );
  }
  // The API's message on this very case says more than what is true of all of them.
  const own =
    error instanceof ApiFailure &&
    kind !== 'offline' &&
    kind !== 404 &&
    error.status < 500 &&
    (error.body as { code?: string } | null)?.code
      ? error.message
      : '';
  return <p className="muted">{own || t(kind === 404 ? 'notfound.text' : `site.failure.${kind}.text`)}</p>;
}

function Onward({ error, kind }: { error: unknown; kind: FailureKind }) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const { pathname, search, hash } = useLocation();
  const isMain = (kind === 404 || kind === 410 || kind === 451) && errorCode(error) !== 'chapter-removed';
  const home = (
    <ButtonLink look={isMain ? ['primary', 'lg'] : ['lg']} to={links.home()}>
      {t('notfound.home')}
    </ButtonLink>
  );
  const latest = (
    <ButtonLink look={['lg']} to={links.latest()}>
      {t('notfound.latest')}
    </ButtonLink>
  );
  switch (kind) {
    case 404:
    case 410:
      return (
        <>
          <form action={links.latest()} role="search">
            <SearchField
              name="q"
              value=""
              label={t('notfound.search.label')}
              submitLabel={t('notfound.search.submit')}
            />
          </form>
          <div className="row">
            <ComicOfChapter error={error} />
            {home}
            {latest}
          </div>
        </>
      );
    case 451:
      return (
        <div className="row">
          <Gate error={error} />
          <NoticeLink error={error} />
          {home}
          {latest}
        </div>
      );
    case 403:
      return (
        <div className="row">
          {user === null ? (
            <ButtonLink look={['primary', 'lg']} to={links.login(pathname + search + hash)}>
              {t('auth.login.submit')}
            </ButtonLink>
          ) : null}
          {home}
        </div>
      );
    case 'offline':
      return (
        <div className="row">
          <RetryButton error={error} />
          <ButtonLink look={['lg']} to={links.offline()}>
            {t('offline.title')}
          </ButtonLink>
        </div>
      );
    default:
      return (
        <div className="row">
          <RetryButton error={error} />
          {home}
        </div>
      );
  }
}

/** The comic that a removed chapter belongs to. */
function ComicOfChapter({ error }: { error: unknown }) {
  const t = useTranslate();
  const links = useAddresses();
  const { comic } = (error instanceof ApiFailure ? (error.body as { comic?: string } | null) : null) ?? {};
  return (
    comic !== undefined && (
      <ButtonLink look={['primary', 'lg']} to={links.comic(comic)}>
        {t('site.error.chapter.comic')}
      </ButtonLink>
    )
  );
}

/** Where the age is checked that a work is closed for. */
function Gate({ error }: { error: unknown }) {
  const t = useTranslate();
  const { gate_url: gate } = (error instanceof ApiFailure ? (error.body as { gate_url?: string } | null) : null) ?? {};
  return (
    gate !== undefined && (
      <a className="btn btn--primary btn--lg" href={gate}>
        {t('age.external.go')}
      </a>
    )
  );
}

/** Where the notice is read that a work was taken down for, and answered by whoever brought it. */
function NoticeLink({ error }: { error: unknown }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasNotices = useFeature('dmca');
  const { takedown } = (error instanceof ApiFailure ? (error.body as { takedown?: number } | null) : null) ?? {};
  return (
    takedown !== undefined &&
    hasNotices && (
      <ButtonLink look={['lg']} to={links.takedown(takedown)}>
        {t('site.error.notice')}
      </ButtonLink>
    )
  );
}

/** Asks for the page again: when it is pressed, when the wait that was asked for is over, when there is a network again. */
function RetryButton({ error }: { error: unknown }) {
  const t = useTranslate();
  const { revalidate, state } = useRevalidator();
  const waits = error instanceof ApiFailure && (error.status === 503 || error.status === 429);
  const left = useCountdown(error, DEFAULT_SECONDS);
  const isOver = waits && left === 0;
  const isOffline = failureKind(error) === 'offline';
  useEffect(() => {
    // The wait begins with the first effect; one that is over by then was none.
    if (!isOver) return;
    const timer = setTimeout(() => void revalidate(), 300);
    return () => clearTimeout(timer);
  }, [isOver, error, revalidate]);
  useEffect(() => {
    if (!isOffline) return;
    // Some browsers do not ask again for code that did not come.
    const online = () => {
      if (isChunkFailure(error)) {
        window.location.reload();
      } else {
        void revalidate();
      }
    };
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [isOffline, error, revalidate]);
  const reload = !isOffline && !(error instanceof ApiFailure);
  return (
    <Button
      look={['primary', 'lg']}
      aria-disabled={left > 0 || state === 'loading' || undefined}
      onClick={() => {
        if (reload) {
          window.location.reload();
        } else if (left === 0) {
          void revalidate();
        }
      }}
    >
      {left > 0 ? t('site.error.wait', { seconds: left }) : t(reload ? 'site.error.reload' : 'site.retry')}
    </Button>
  );
}
