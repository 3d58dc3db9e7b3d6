import { useEffect } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { useUser } from '#web/platform/session/session.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';

/**
 * Reads a premium chapter anew that was closed to the guest the page was made for, once a member is there: after
 * hydrating, and after signing in. A turn of the page that comes in between puts it off, not away.
 */
export function useReread({ closed }: ChapterData): void {
  const isMember = useUser() !== null;
  const { state, revalidate } = useRevalidator();
  const { state: going } = useNavigation();
  const wanted = isMember && closed !== null && closed.for === 'members' && !closed.asMember;
  useEffect(() => {
    if (wanted && state === 'idle' && going === 'idle') {
      void revalidate();
    }
  }, [wanted, state, going, revalidate]);
}
