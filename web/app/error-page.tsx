import { lazy, Suspense, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isChunkFailure, isForGuests, reloadOnce, failureTitle } from '#web/platform/api/failures.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useOwnHead } from '#web/platform/page/use-document-head.ts';
import { Button } from '#web/ui/basic/button.tsx';

/** The view of the failure comes when it is needed: most visits never fail. */
const FailureView = import.meta.env.SSR
  ? (await import('#web/ui/page/failure-view.tsx')).FailureView
  : lazy(async () => ({ default: await import('#web/ui/page/failure-view.tsx').then((view) => view.FailureView, () => Plain) }));

/** Shown in place of a page that could not be had: says why, and leads on. */
export function ErrorPage() {
  const error = useRouteError();
  const t = useTranslate();
  useOwnHead({ title: failureTitle(t, error), hidden: true });
  useEffect(() => { if (isChunkFailure(error)) { void reloadOnce(); } }, [error]);
  const view = <Suspense fallback={<h1>{failureTitle(t, error)}</h1>}><FailureView error={error} /></Suspense>;
  return isForGuests(error) ? <div className="for-guests">{view}</div> : view;
}

/** Stands where not even the code that says more can be had. */
function Plain({ error }: { error: unknown }) {
  const t = useTranslate();
  return <div className="stack"><h1>{failureTitle(t, error)}</h1><div><Button onClick={() => window.location.reload()}>{t('site.error.reload')}</Button></div></div>;
}
