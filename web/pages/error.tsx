import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { isChunkFailure, isForGuests, reloadOnce, titleOf } from '../failures.ts';
import { useT } from '../i18n/i18n.tsx';
import { useOwnHead } from '../layout/head-sync.ts';
import { readToken } from '../session/session.ts';
import { Button } from '../ui/button.tsx';

/** What says more comes when it is needed: most visits never fail. */
const FailureView = import.meta.env.SSR
  ? (await import('../layout/failure-view.tsx')).FailureView
  : lazy(async () => ({ default: await import('../layout/failure-view.tsx').then((view) => view.FailureView, () => Plain) }));

/** Shown in place of a page that could not be had: says why, and leads on. */
export function ErrorPage() {
  const error = useRouteError();
  const t = useT();
  useOwnHead({ title: titleOf(t, error), hidden: true });
  useEffect(() => { if (isChunkFailure(error)) { void reloadOnce(); } }, [error]);
  const view = <Suspense fallback={<h1>{titleOf(t, error)}</h1>}><FailureView error={error} /></Suspense>;
  return isForGuests(error) ? <ForGuests>{view}</ForGuests> : view;
}

/** Milliseconds after which a member's page that is not on its way is asked for. */
const UNASKED = 300;

/** Shows its content to guests alone; a member's page comes in its place. */
function ForGuests({ children }: { children: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (readToken() === null || state !== 'idle') { return undefined; }
    const timer = setTimeout(() => void revalidate(), UNASKED);
    return () => clearTimeout(timer);
  }, [state]);
  return <div className="for-guests">{children}</div>;
}

/** Stands where not even the code that says more can be had. */
function Plain({ error }: { error: unknown }) {
  const t = useT();
  return <div className="stack"><h1>{titleOf(t, error)}</h1><div><Button onClick={() => window.location.reload()}>{t('site.error.reload')}</Button></div></div>;
}
