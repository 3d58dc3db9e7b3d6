import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { AnswerableTakedown } from '#contract/takedowns.ts';
import { apiGet, ApiFailure } from '#web/platform/api/api.ts';
import { CounterForm } from './counter-form.tsx';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useRequiredFeature } from '#web/platform/page/required-feature.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Where an uploader answers a notice, signed in or by the link of their mail. It is asked for in the browser, which knows who they are. */
export function Page() {
  useRequiredFeature('dmca');
  const t = useTranslate();
  const links = useAddresses();
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const secret = query.get('key') ?? '';
  const [notice, setNotice] = useState<AnswerableTakedown | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    setNotice(null);
    setFailure(null);
    const ended = new AbortController();
    apiGet<AnswerableTakedown>(`/takedowns/${encodeURIComponent(id)}/counter`, {
      params: { key: secret || null },
      signal: ended.signal,
    }).then(setNotice, (error: Error) => {
      if (!ended.signal.aborted) {
        setFailure(error);
      }
    });
    return () => ended.abort();
  }, [id, secret]);
  // Who else signs in, or follows the link of their mail, may be let in.
  const closed = failure instanceof ApiFailure && [401, 403, 404].includes(failure.status);
  return (
    <div className="stack">
      <h1>{t('law.counter.title')}</h1>
      {failure === null ? null : (
        <>
          <Alert kind="bad">
            <div>
              <strong>{failure.message}</strong>
              {closed ? <p>{t('law.counter.login')}</p> : null}
            </div>
          </Alert>
          {closed ? (
            <p>
              <ButtonLink look={['primary']} to={links.login(links.counterNotice(Number(id)))}>
                {t('auth.login.submit')}
              </ButtonLink>
            </p>
          ) : null}
        </>
      )}
      {notice === null ? (
        failure === null ? (
          <Skeleton height="20rem" />
        ) : null
      ) : (
        <CounterForm notice={notice} secret={secret} />
      )}
    </div>
  );
}

/** The head of the page. */
export function head(_data: unknown, { t }: HeadContext): PageHead {
  return { title: t('law.counter.title'), hidden: true };
}
