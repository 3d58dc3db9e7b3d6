import { useEffect, useRef, useState } from 'react';
import type { ChapterCredits as Credits, Credit } from '#contract/credits.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Link } from '#web/ui/basic/link.tsx';

/** Who did what on a chapter, which is asked for once its end is in view; nothing where nobody said so, or on a site without groups. */
export function ChapterCredits({ comic, chapter }: { comic: string; chapter: string | null }) {
  return useFeature('groups') ? <Asked key={`${comic} ${chapter}`} comic={comic} chapter={chapter} /> : null;
}

function Asked({ comic, chapter }: { comic: string; chapter: string | null }) {
  const t = useTranslate();
  const links = useAddresses();
  const place = useRef<HTMLDListElement>(null);
  const [credits, setCredits] = useState<readonly Credit[]>([]);
  const path = `/comics/${encodeURIComponent(comic)}${chapter === null ? '' : `/${encodeURIComponent(chapter)}`}/credits`;
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      apiGet<Credits>(path).then(
        (found) => setCredits(found.credits),
        () => {},
      );
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [path]);
  return (
    <dl ref={place} className="finish__credits small">
      {credits.map(({ role, name, user, first_page: first, last_page: last }, at) => (
        <div key={at}>
          <dt className="muted">{t(`credits.role.${role}`)}</dt>
          <dd className="num">
            {user ? (
              <Link className="link" to={links.profile(user.username)}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
            {first && last ? ` (${t('credits.pages', { count: last - first + 1, first, last })})` : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
