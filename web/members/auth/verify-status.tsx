import { useEffect, useState } from 'react';
import type { Verified } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { refreshAccount } from '#web/platform/account/session-refresh.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { ResendButton } from './resend-button.tsx';

type State = { status: 'verifying' } | { status: Verified['status'] | 'invalid'; message: string };

/** Asked once for each key, however often the page is drawn: a key works a single time. */
const answers = new Map<string, Promise<State>>();

/** Verifies an e-mail address by the key of a mail: verifying, then verified, already verified, or an invalid key. */
export function VerifyStatus({ hash }: { hash: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const user = useUser();
  const [state, setState] = useState<State>({ status: 'verifying' });
  useEffect(() => {
    let gone = false;
    const answer = answers.get(hash) ?? verify(hash);
    answers.set(hash, answer);
    void answer.then((next) => {
      if (!gone) {
        setState(next);
      }
    });
    return () => {
      gone = true;
    };
  }, [hash]);
  return (
    <div className="stack">
      <div role="status" className="stack">
        {state.status === 'verifying' ? (
          <p className="row is-busy">
            <Mark />
            {t('auth.verify.verifying')}
          </p>
        ) : (
          <Alert kind={state.status === 'invalid' ? 'bad' : 'good'}>
            <span>{state.message}</span>
          </Alert>
        )}
      </div>
      {state.status === 'invalid' && user?.verified === false ? <ResendButton /> : null}
      {state.status === 'verifying' ? null : (
        <ButtonLink look={['lg', 'wide']} to={user === null ? links.login() : links.home()}>
          {t(user === null ? 'auth.login.title' : 'auth.verify.home')}
        </ButtonLink>
      )}
    </div>
  );
}

async function verify(hash: string): Promise<State> {
  try {
    const { status, message } = await apiPost<Verified>(`/email/verify/${encodeURIComponent(hash)}`);
    await refreshAccount();
    return { status, message };
  } catch (failure) {
    return { status: 'invalid', message: (failure as Error).message };
  }
}
