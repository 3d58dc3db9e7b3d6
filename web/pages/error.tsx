import { useRouteError, useRevalidator } from 'react-router';
import { ApiFailure } from '../api.ts';
import { formatDate } from '../i18n/format.ts';
import { useLocale, useT } from '../i18n/i18n.tsx';
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
  const locale = useLocale();
  const { revalidate, state } = useRevalidator();
  const status = error instanceof ApiFailure ? error.status : 500;
  useOwnHead({ title: t(status === 404 ? 'notfound.title' : 'site.error.title'), hidden: true });
  if (status === 404) { return <NotFound />; }
  const removed = removedComic(error);
  const text = removed
    ? t('site.error.tombstone', { title: removed.title, date: formatDate(locale, removed.removed_at) })
    : error instanceof ApiFailure ? error.message : t('site.error.text');
  return (
    <EmptyState heading="h1" title={t(removed ? 'site.error.removed' : 'site.error.title')} text={text}>
      {removed?.reason ? <p>{t('site.error.reason', { reason: removed.reason })}</p> : null}
      <div className="row">
        {status === 451 ? null : (
          <Button look={['primary']} disabled={state === 'loading'} onClick={() => void revalidate()}>{t('site.retry')}</Button>
        )}
        {error instanceof ApiFailure && error.status === 0 ? <ButtonLink to={links.offline()}>{t('offline.title')}</ButtonLink> : <ButtonLink to={links.home()}>{t('site.error.home')}</ButtonLink>}
      </div>
    </EmptyState>
  );
}

interface Tombstone { title: string; reason: string; removed_at: string }

/** What the API says of a comic that was removed, with an empty `reason` where none is told; null for every other failure. */
function removedComic(error: unknown): Tombstone | null {
  const body = error instanceof ApiFailure ? error.body as Partial<Tombstone> | null : null;
  const { title, reason, removed_at: date } = body ?? {};
  return title && date ? { title, reason: reason ?? '', removed_at: date } : null;
}
