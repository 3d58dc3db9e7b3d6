import { useEffect, useRef, useState } from 'react';
import type { KindPath } from '#contract/taxonomy.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { FollowButton } from '#web/library/marks/follow-button.tsx';
import { useUser } from '#web/platform/session/session.ts';

/** Follows a term: a member hears of its new comics. */
export function FollowTerm({ path, slug, name }: { path: KindPath; slug: string; name: string }) {
  const user = useUser()?.id ?? null;
  const [followed, setFollowed] = useState(false);
  const asking = useRef<AbortController>(null);
  const address = `/${path}/${encodeURIComponent(slug)}`;
  useEffect(() => {
    setFollowed(false);
    if (user === null) return;
    const leaving = (asking.current = new AbortController());
    apiGet<{ followed: boolean }>(`${address}/follow`, { signal: leaving.signal }).then(
      (answer) => setFollowed(answer.followed),
      () => {},
    );
    return () => leaving.abort();
  }, [address, user]);
  const change = (next: boolean) => {
    // A request still to be answered was made before.
    asking.current?.abort();
    setFollowed(next);
  };
  return <FollowButton path={address} name={name} followed={followed} onChange={change} />;
}
