import { useEffect, useRef, useState } from 'react';
import type { CommentCount } from '#contract/comments.ts';
import { useCommentCount } from '#web/community/subjects/comment-count.ts';
import { useReactionsIn } from '#web/community/reactions/reaction-places.ts';
import { commentsPath } from '#web/community/subjects/comment-target.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { openTalk, type Talk } from '#web/community/talk/talk-store.ts';

interface Props extends Pick<Talk, 'comic' | 'chapter'> {
  reactions?: boolean;
}

/**
 * Opens the comments on a chapter over its pages, and says how many there are, which is asked for once it is in view;
 * without scripts it leads to their page. Nothing on a site without comments. With `reactions` those to the chapter stand above.
 */
export function TalkLink(props: Props) {
  return useFeature('comments') ? <Counted key={props.chapter.id} {...props} /> : null;
}

function Counted({ comic, chapter, reactions = false }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const link = useRef<HTMLAnchorElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [read, setRead] = useState<{ comments_count: number | null }>({ comments_count: null });
  const count = useCommentCount(read);
  const path = commentsPath({ kind: 'comics', slug: comic.slug, chapter: chapter.slug });
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
      // Without a number it still leads there.
      apiGet<CommentCount>(`${path}/count`).then(
        ({ comments }) => setRead({ comments_count: comments }),
        () => {},
      );
    });
    observer.observe(link.current!);
    return () => observer.disconnect();
  }, [path]);
  useReactionsIn(place, comic.slug, chapter.slug, isSeen);
  return (
    <>
      {reactions && <div ref={place} />}
      <a
        ref={link}
        className="btn"
        href={links.chapterComments(comic.slug, chapter.slug)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          openTalk({ comic, chapter, of: read });
        }}
      >
        {count === null ? t('comments.tab') : t('reader.comments', { count })}
      </a>
    </>
  );
}
