import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isChunkFailure, isForGuests, reloadOnce, failureKind, failureTitle } from '#web/platform/api/failures.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useOwnHead } from '#web/platform/page/use-document-head.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

/** The view of the failure comes when it is needed: most visits never fail. */
const FailureView = lazyPart(() => import('#web/ui/page/failure-view.tsx').then((view) => view.FailureView), {
  whenMissing: Plain,
  waiting: Heading,
  onServer: true,
});

/** The same for admins, who can switch on what is off. */
const FailureForAdmins = lazyPart(
  async () => {
    const [view, { staffMessages }] = await Promise.all([
      import('#web/staff/admin/failure-for-admins.tsx'),
      import('#web/staff/messages.ts'),
    ]);
    await staffMessages();
    return view.FailureForAdmins;
  },
  { whenMissing: Plain, waiting: Heading },
);

/** Shown in place of a page that could not be had: says why, and leads on. */
export function ErrorPage() {
  const error = useRouteError();
  const t = useTranslate();
  useOwnHead({ title: failureTitle(t, error), hidden: true });
  useEffect(() => {
    if (isChunkFailure(error)) {
      void reloadOnce();
    }
  }, [error]);
  const isAdmin = useUser()?.role === 'admin';
  const view =
    isAdmin && failureKind(error) === 404 ? <FailureForAdmins error={error} /> : <FailureView error={error} />;
  return isForGuests(error) ? <div className="for-guests">{view}</div> : view;
}

function Heading() {
  return <h1>{failureTitle(useTranslate(), useRouteError())}</h1>;
}

/** Stands where not even the code that says more can be had. */
function Plain({ error }: { error: unknown }) {
  const t = useTranslate();
  return (
    <div className="stack">
      <h1>{failureTitle(t, error)}</h1>
      <div>
        <Button onClick={() => window.location.reload()}>{t('site.error.reload')}</Button>
      </div>
    </div>
  );
}
