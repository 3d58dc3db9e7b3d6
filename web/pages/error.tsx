import { useRouteError, useRevalidator } from 'react-router';
import { ApiFailure } from '../api.ts';
import { useT } from '../i18n/i18n.tsx';
import { useOwnHead } from '../layout/head-sync.ts';
import { NotFound } from '../layout/not-found.tsx';
import { useLinks } from '../links.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Shown in place of a page whose data could not be had: says why, offers to try again. */
export function ErrorPage() {
  const error = useRouteError();
  const t = useT();
  const links = useLinks();
  const { revalidate, state } = useRevalidator();
  const status = error instanceof ApiFailure ? error.status : 500;
  useOwnHead({ title: t(status === 404 ? 'notfound.title' : 'site.error.title'), hidden: true });
  if (status === 404) { return <NotFound />; }
  const text = error instanceof ApiFailure && status !== 0 ? error.message : t(status === 0 ? 'site.error.offline' : 'site.error.text');
  return (
    <EmptyState heading="h1" title={t(status === 451 ? 'site.error.removed' : 'site.error.title')} text={text || t('site.error.text')}>
      <div className="row">
        {status === 451 ? null : (
          <Button look={['primary']} disabled={state === 'loading'} onClick={() => void revalidate()}>{t('site.retry')}</Button>
        )}
        <ButtonLink to={links.home()}>{t('site.error.home')}</ButtonLink>
      </div>
    </EmptyState>
  );
}
