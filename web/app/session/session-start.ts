import { useEffect, useRef } from 'react';
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
  const read = useRef(revalidate);
  read.current = revalidate;
  useEffect(() => {
    const isMember = readAccessToken() !== null;
    const before = isMember ? (userStore.get()?.id ?? null) : null;
    const begin = () => {
      stop();
      import('./session-life.ts').then(
        ({ watchSession }) => watchSession(before, () => void read.current()),
        () => {},
      );
    };
    const stop = userStore.watch(begin);
    if (
      isMember &&
      matches.some(
        ({ handle, loaderData }) =>
          handle !== undefined &&
          (loaderData === undefined || (handle as RouteHandle).isPersonal?.(loaderData as never)),
      )
    ) {
      void revalidate();
    }
    if (isMember || readLocal('komawari.shared') !== null) {
      begin();
    }
    return stop;
    // Once for each load.
  }, []);
}
