import { useEffect, useState } from 'react';
import type { CommentPage, CommentSort } from '#contract/comments.ts';
import { CommentSection } from '#web/community/comments/comment-section.tsx';
import { ChapterReactions } from '#web/community/reactions/chapter-reactions.tsx';
import { commentsPath, commentsQuery, commentTarget } from '#web/community/subjects/comment-target.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { closeTalk, type Talk } from './talk-store.ts';
import './talk-sheet.css';

/** The comments on a chapter, over its pages. */
export function TalkSheet({ talk }: { talk: Talk }) {
  const t = useTranslate();
  const name = useChapterName();
  return (
    <Sheet
      open
      onClose={closeTalk}
      title={t('comments.tab')}
      closeLabel={t('reader.close')}
      head={
        <p className="muted">
          <bdi>{name(talk.chapter)}</bdi>
        </p>
      }
    >
      <ChapterReactions slug={talk.comic.slug} chapter={talk.chapter.slug} />
      <TalkThread key={talk.chapter.id} talk={talk} />
    </Sheet>
  );
}

function TalkThread({ talk: { comic, chapter, of } }: { talk: Talk }) {
  const t = useTranslate();
  const [sort, setSort] = useState<CommentSort>('top');
  const [found, setFound] = useState<{ page: CommentPage; sort: CommentSort } | null>(null);
  const [failure, setFailure] = useState<{ message: string } | null>(null);
  const [tries, setTries] = useState(0);
  const { slug } = comic;
  useEffect(() => {
    let isGone = false;
    const place = commentTarget('comics', slug, undefined, new URLSearchParams({ sort }), chapter.slug);
    apiGet<CommentPage>(commentsPath(place), { params: commentsQuery(place) }).then(
      (page) => {
        if (!isGone) {
          setFailure(null);
          setFound({ page, sort });
        }
      },
      ({ message }: Error) => {
        if (!isGone) {
          setFailure({ message });
        }
      },
    );
    return () => {
      isGone = true;
    };
  }, [slug, chapter.slug, sort, tries]);
  if (failure !== null) {
    return (
      <Alert kind="bad">
        <p>{failure.message}</p>
        <Button onClick={() => setTries(tries + 1)}>{t('site.retry')}</Button>
      </Alert>
    );
  }
  if (found === null) return <Skeleton height="16rem" />;
  return (
    <CommentSection
      place={commentTarget('comics', slug, undefined, new URLSearchParams({ sort: found.sort }), chapter.slug)}
      of={of}
      loaded={found.page}
      choose={setSort}
    />
  );
}
