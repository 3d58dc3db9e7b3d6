import { useEffect } from 'react';
import type { ReviewPage } from '#contract/reviews.ts';
import { countComments } from '#web/community/subjects/comment-count.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { commentsPath, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { CommentComposer } from './comment-composer.tsx';
import { ReviewLock } from './review-lock.tsx';
import { ScoreChart } from './score-chart.tsx';
import { ThreadList } from './thread-list.tsx';
import { useMarked } from './use-marked.ts';
import { useThread } from './use-thread.ts';
import './comments.css';

/** The reviews of a comic: how it is scored, the caller's own, and those of others. */
export function ReviewSection({
  place,
  loaded,
  comic,
  of,
  score,
}: {
  place: CommentTarget;
  loaded: ReviewPage;
  comic: { slug: string };
  /** The count that the page of the comic shows. */
  of: object;
  /** The score the caller gives it. */
  score: number | null;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const thread = useThread(place, loaded);
  const { page } = thread;
  const marked = place.comment === null ? null : Number(place.comment);
  const isGone = place.named && page.marked === null;
  const isErased = page.data.some(({ id, state }) => id === page.own && state === 'deleted');
  const own = isErased ? null : page.own;
  useMarked(marked, loaded);
  useEffect(() => countComments(of, page.comments), [of, page.comments]);

  return (
    <section className="comments stack" aria-labelledby="reviews">
      <h2 id="reviews">{t('reviews.title', { count: page.total })}</h2>
      <ScoreChart scores={page.scores} />
      {page.staff === null ? null : (
        <ReviewLock
          slug={comic.slug}
          isLocked={page.locked}
          staff={page.staff}
          onChanged={async () => {
            await thread.reload();
            announce(t('moderation.done'));
          }}
        />
      )}
      {isGone ? (
        <Alert kind="warn">
          <p>{t('reviews.gone')}</p>
        </Alert>
      ) : null}
      {page.locked ? (
        <Alert kind="warn">
          <p>{t('reviews.locked')}</p>
        </Alert>
      ) : own !== null ? (
        <p className="hint">
          <Link className="link" to={links.reviews(place.slug, own)} preventScrollReset>
            {t('reviews.own')}
          </Link>
        </p>
      ) : (
        <CommentComposer
          draft={`review ${place.slug}`}
          path={commentsPath(place)}
          score={score}
          label={t('reviews.write')}
          onSent={(review) => {
            thread.add(review);
            announce(t('reviews.sent'));
            void thread.reload().catch(() => {});
          }}
        />
      )}
      <noscript>
        <p className="hint">{t('reviews.script')}</p>
      </noscript>
      <ThreadList
        words={{
          sort: t('reviews.sort'),
          sorts: { top: t('reviews.sort.top'), new: t('reviews.sort.new'), old: t('reviews.sort.old') },
          waiting: t('reviews.waiting'),
          empty: t('reviews.empty'),
          emptyText: t('reviews.empty.text'),
        }}
        place={place}
        thread={thread}
        marked={marked}
        isSorted={page.total > 1}
      />
    </section>
  );
}
