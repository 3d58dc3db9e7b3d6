import { useEffect, useRef } from 'react';
import type { CommentPage, CommentSort } from '#contract/comments.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { countComments } from '#web/community/subjects/comment-count.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { useCommentsVisible } from './comments-visibility.ts';
import { CommentComposer } from './comment-composer.tsx';
import { commentsPath, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { ThreadList } from './thread-list.tsx';
import { useMarked } from './use-marked.ts';
import { useThread } from './use-thread.ts';
import './comments.css';

/** The comments on a comic, a chapter, a character, an artist or an author. @param of what its page shows of that. @param choose sorts them where they stand; without it the address says how. */
export function CommentSection({
  place,
  of,
  loaded,
  choose,
}: {
  place: CommentTarget;
  of: object;
  loaded: CommentPage;
  choose?: (sort: CommentSort) => void;
}) {
  const t = useTranslate();
  const thread = useThread(place, loaded);
  const [shown, setShown] = useCommentsVisible();
  const { page, waiting } = thread;
  const marked = place.comment === null ? null : Number(place.comment);
  const isGone = place.named && page.marked === null;
  const gone = useRef<HTMLDivElement>(null);
  useMarked(shown ? marked : null, loaded);
  // Whoever came for one comment is shown, below all that the page says of its comic, that it is not there.
  useEffect(() => {
    if (isGone && shown) {
      requestAnimationFrame(() => gone.current?.scrollIntoView({ block: 'center' }));
    }
  }, [isGone, loaded, shown]);
  useEffect(() => countComments(of, page.comments), [of, page.comments]);
  useEffect(() => {
    if (waiting > 0) {
      announce(t('comments.waiting', { count: waiting }));
    }
  }, [waiting, t]);

  return (
    <section className="comments stack" aria-labelledby="comments">
      <div className="row row--between">
        <h2 id="comments">{t('comments.title', { count: page.comments })}</h2>
        <div className="needs-script">
          <Toggle on={shown} onChange={setShown}>
            {t('comments.shown')}
          </Toggle>
        </div>
      </div>
      {!shown ? (
        <p className="muted">{t('comments.off')}</p>
      ) : (
        <>
          {isGone ? (
            <div ref={gone}>
              <Alert kind="warn">
                <p>{t('comments.gone')}</p>
              </Alert>
            </div>
          ) : null}
          <CommentComposer
            draft={`${place.kind} ${place.slug}${place.chapter === null ? '' : ` ${place.chapter}`}`}
            path={commentsPath(place)}
            label={t('comments.write')}
            onSent={(comment) => {
              thread.add(comment);
              announce(t('comments.sent'));
            }}
          />
          <noscript>
            <p className="hint">{t('comments.script')}</p>
          </noscript>
          <ThreadList
            words={{
              sort: t('comments.sort'),
              sorts: { top: t('comments.sort.top'), new: t('comments.sort.new'), old: t('comments.sort.old') },
              waiting: t('comments.waiting', { count: waiting }),
              empty: t('comments.empty'),
              emptyText: t('comments.empty.text'),
            }}
            place={place}
            thread={thread}
            marked={marked}
            isSorted={page.total > 1 || page.comments > 1}
            {...(choose ? { choose } : {})}
          />
        </>
      )}
    </section>
  );
}
