import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Where to go after signing in on a page of its own, and how; a member who comes here is led on at once. */
export function usePostLoginRedirect(): { next: string; leave: () => void } {
  const links = useAddresses();
  const navigate = useNavigate();
  const { search } = useLocation();
  // The server renders one page for every `next`.
  const next = safeRedirect(useHydrated() ? new URLSearchParams(search).get('next') : null, links.home());
  const leave = () => void navigate(next, { replace: true });
  const isMember = useUser() !== null;
  useEffect(() => {
    if (isMember) {
      leave();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when a member is there
  }, [isMember]);
  return { next, leave };
}
