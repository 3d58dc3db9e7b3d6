import { useEffect, useState } from 'react';
import type { BlockedUser } from '#contract/comments.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useFeature } from '#web/platform/page/root-data.ts';

/** Whether the member who is signed in has blocked someone, and what changes it on the page; not for guests, who block nobody, and where nobody comments. */
export function useBlocked(username: string): [boolean, (blocked: boolean) => void] {
  const me = useUser()?.id ?? null;
  const hasComments = useFeature('comments');
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    setBlocked(false);
    if (me === null || !hasComments) return;
    const gone = new AbortController();
    // Without an answer the button offers to block, which is harmless where it was done already.
    apiGet<BlockedUser[]>('/account/blocks', { signal: gone.signal })
      .then((users) => setBlocked(users.some((user) => user.username === username)))
      .catch(() => {});
    return () => gone.abort();
  }, [me, username, hasComments]);
  return [blocked, setBlocked];
}
