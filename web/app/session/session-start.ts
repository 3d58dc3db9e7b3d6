import { useEffect, useEffectEvent } from 'react';
import { useMatches, useRevalidator } from 'react-router';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { readAccessToken, userStore } from '#web/platform/session/session.ts';
import { readLocal } from '#web/platform/state/browser-storage.ts';

/**
 * Begins the session where one is kept, or as soon as there is one, in any tab; guests load no code for it. The server
 * renders what a guest sees: a page that failed, or that says it is another one for members (`isPersonal`), is read anew.
 */
export function useSessionStart(): void {
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  const reread = useEffectEvent(() => void revalidate());
  const isForGuests = useEffectEvent(() =>
    matches.some(
      ({ handle, loaderData }) =>
        handle !== undefined && (loaderData === undefined || (handle as RouteHandle).isPersonal?.(loaderData as never)),
    ),
  );
  // Once for each load.
  useEffect(() => {
    const isMember = readAccessToken() !== null;
    const before = isMember ? (userStore.get()?.id ?? null) : null;
    const begin = () => {
      stop();
      import('./session-life.ts').then(
        ({ watchSession }) => watchSession(before, () => reread()),
        () => {},
      );
    };
    const stop = userStore.watch(begin);
    if (isMember && isForGuests()) {
      reread();
    }
    if (isMember || readLocal('komawari.shared') !== null) {
      begin();
    }
    return stop;
  }, []);
}
