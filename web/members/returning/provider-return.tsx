import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { LoginAnswer, SignedIn } from '#contract/accounts.ts';
import { PROXY, type Newcomer, type ProviderAnswer } from '#contract/sign-in.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { keepProof } from '#web/platform/session/proof.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { askProxy } from '#web/members/ways/ways.ts';
import { NewcomerForm } from './newcomer-form.tsx';
import { safeRedirect } from '#web/members/auth/safe-redirect.ts';
import { SecondStep } from '#web/members/auth/second-step.tsx';
import { signIn } from '#web/members/auth/sign-in.ts';

/** The provider’s id that an operator’s link has. */
const LINK = '-link';

type State = { answer: ProviderAnswer } | { failed: string } | null;

/** Asked once for each return, however often the page is drawn: what came back is good a single time. */
const asked = new Map<string, Promise<State>>();

/** Ends a sign-in elsewhere: in, or what is still to be asked, or why not. */
export function ProviderReturn({ provider }: { provider: string }) {
  const t = useTranslate();
  const links = useAddresses();
  const site = useSite();
  const navigate = useNavigate();
  const [state, setState] = useState<State>(null);
  const leave = (next: string | null) => void navigate(safeRedirect(next, links.home()), { replace: true });
  const enter = (answer: SignedIn, next: string | null) => {
    if (signIn(answer, site, safeRedirect(next, links.home()))) {
      leave(next);
    }
  };
  const take = (found: State) => {
    setState(found);
    if (found === null || 'failed' in found) return;
    const { answer } = found;
    if ('proof' in answer && answer.proof !== undefined) {
      keepProof(answer.proof);
    }
    if ('auth' in answer) {
      enter(answer, answer.next);
    } else if ('joined' in answer) {
      announce(t('auth.elsewhere.joined', { provider: answer.joined.provider }));
      leave(answer.next);
    } else if (!('two_factor' in answer) && !('newcomer' in answer)) {
      leave(answer.next);
    }
  };
  useEffect(() => {
    let gone = false;
    const key = location.href;
    const answer = asked.get(key) ?? end(provider);
    asked.set(key, answer);
    void answer.then((found) => {
      if (!gone) {
        take(found);
      }
    });
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [provider]);
  if (state !== null && 'failed' in state) {
    return (
      <>
        <Alert kind="bad">
          <span>{state.failed}</span>
        </Alert>
        <ButtonLink look={['lg', 'wide']} to={links.login()}>
          {t('auth.login.title')}
        </ButtonLink>
      </>
    );
  }
  if (state !== null && 'two_factor' in state.answer) {
    const { two_factor: owed, next } = state.answer;
    return <SecondStep owed={owed} onSignedIn={(answer) => enter(answer, next)} onBack={() => leave(links.login())} />;
  }
  if (state !== null && 'newcomer' in state.answer) {
    const { newcomer, next }: Newcomer = state.answer;
    return <NewcomerForm newcomer={newcomer} onSignedIn={(answer) => enter(answer, next)} />;
  }
  return (
    <p className="row is-busy" role="status">
      <Mark />
      {t('auth.elsewhere.working')}
    </p>
  );
}

/** Takes what came back out of the address, and to the API. */
async function end(provider: string): Promise<State> {
  const { search, hash, pathname } = location;
  history.replaceState(history.state, '', pathname);
  try {
    if (provider === LINK) {
      const token = decodeURIComponent(hash.slice(1));
      const answer = await apiPost<LoginAnswer>('/login/link', { body: { token } });
      return { answer: { ...answer, next: null } };
    }
    if (provider === PROXY) {
      const next = new URLSearchParams(search).get('next');
      return { answer: { ...(await askProxy({ remember_me: true })), next } };
    }
    const path = `/login/providers/${encodeURIComponent(provider)}/return`;
    return { answer: await apiPost<ProviderAnswer>(path, { body: { query: search.slice(1) } }) };
  } catch (failure) {
    return { failed: (failure as Error).message };
  }
}
