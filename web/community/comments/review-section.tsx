import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { COMMENT_SORTS, type CommentSort } from '#contract/comments.ts';
import type { ReviewPage } from '#contract/reviews.ts';
import { countComments } from '#web/community/subjects/comment-count.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { commentsPath, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import { ReviewLock } from './review-lock.tsx';
import { ScoreChart } from './score-chart.tsx';
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
  const navigate = useNavigate();
  const thread = useThread(place, loaded);
  const { page, waiting } = thread;
  const words = usePagerWords(page.last_page);
  const marked = place.comment === null ? null : Number(place.comment);
  const isGone = place.named && page.marked === null;
  const isErased = page.data.some(({ id, state }) => id === page.own && state === 'deleted');
  const own = isErased ? null : page.own;
  const addressFor = (sort: CommentSort, number: number) =>
    links.reviews(place.slug, null, { sort: sort === 'top' ? null : sort, page: number > 1 ? number : null });

  useEffect(() => {
    const review = marked === null ? null : document.getElementById(`comment-${marked}`);
    if (!review) return;
    // After the page has taken its own place.
    requestAnimationFrame(() => {
      review.scrollIntoView({ block: 'center' });
      review.focus({ preventScroll: true });
    });
  }, [marked, loaded]);

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
      {page.total > 1 ? (
        <nav className="comments__sort" aria-label={t('reviews.sort')}>
          <div className="needs-script">
            <Segmented
              label={t('reviews.sort')}
              value={place.sort}
              choices={COMMENT_SORTS.map((value) => ({ value, label: t(`reviews.sort.${value}`) }))}
              onChange={(sort) => void navigate(addressFor(sort, 1), { preventScrollReset: true })}
            />
          </div>
          <noscript>
            {COMMENT_SORTS.map((sort) => (
              <a key={sort} className="link" href={addressFor(sort, 1)}>
                {t(`reviews.sort.${sort}`)}{' '}
              </a>
            ))}
          </noscript>
        </nav>
      ) : null}
      {waiting > 0 ? (
        <Button className="comments__waiting" onClick={() => void thread.reload()}>
          {t('reviews.waiting')}
        </Button>
      ) : null}
      {page.data.length === 0 ? (
        <EmptyState title={t('reviews.empty')} text={t('reviews.empty.text')} />
      ) : (
        <div data-list>
          {page.data.map((review) => (
            <CommentItem key={review.id} comment={review} place={place} thread={thread} marked={marked} />
          ))}
        </div>
      )}
      <Pager
        page={page.current_page}
        last={page.last_page}
        addressFor={(number) => addressFor(place.sort, number)}
        words={words}
      />
    </section>
  );
}
