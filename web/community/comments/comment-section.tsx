import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { COMMENT_SORTS, type CommentPage, type CommentSort } from '#contract/comments.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { countComments } from '#web/community/subjects/comment-count.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { useCommentsVisible } from './comments-visibility.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentsAddress, commentsPath, type CommentTarget } from '#web/community/subjects/comment-target.ts';
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
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const thread = useThread(place, loaded);
  const [shown, setShown] = useCommentsVisible();
  const { page, waiting } = thread;
  const words = usePagerWords(page.last_page);
  const marked = place.comment === null ? null : Number(place.comment);
  const isGone = place.named && page.marked === null;
  const gone = useRef<HTMLDivElement>(null);
  const addressFor = (sort: CommentSort, number: number) =>
    commentsAddress(links, place, null, {
      sort: sort === 'top' ? null : sort,
      page: number > 1 ? number : null,
    });

  useEffect(() => {
    const comment = marked === null || !shown ? null : document.getElementById(`comment-${marked}`);
    if (!comment) return;
    // After the page has taken its own place.
    requestAnimationFrame(() => {
      comment.scrollIntoView({ block: 'center' });
      comment.focus({ preventScroll: true });
    });
  }, [marked, loaded, shown]);
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
          {page.total > 1 || page.comments > 1 ? (
            <nav className="comments__sort" aria-label={t('comments.sort')}>
              <div className="needs-script">
                <Segmented
                  label={t('comments.sort')}
                  value={place.sort}
                  choices={COMMENT_SORTS.map((value) => ({ value, label: t(`comments.sort.${value}`) }))}
                  onChange={choose ?? ((sort) => void navigate(addressFor(sort, 1), { preventScrollReset: true }))}
                />
              </div>
              <noscript>
                {COMMENT_SORTS.map((sort) => (
                  <a key={sort} className="link" href={addressFor(sort, 1)}>
                    {t(`comments.sort.${sort}`)}{' '}
                  </a>
                ))}
              </noscript>
            </nav>
          ) : null}
          {waiting > 0 ? (
            <Button className="comments__waiting" onClick={() => void thread.reload()}>
              {t('comments.waiting', { count: waiting })}
            </Button>
          ) : null}
          {page.data.length === 0 ? (
            <EmptyState title={t('comments.empty')} text={t('comments.empty.text')} />
          ) : (
            <div data-list>
              {page.data.map((comment) => (
                <CommentItem key={comment.id} comment={comment} place={place} thread={thread} marked={marked} />
              ))}
            </div>
          )}
          {page.last_page > 1 ? (
            <p className="visually-hidden">
              {t('comments.page', {
                page: formatNumber(locale, page.current_page),
                last: formatNumber(locale, page.last_page),
              })}
            </p>
          ) : null}
          <Pager
            page={page.current_page}
            last={page.last_page}
            addressFor={(number) => addressFor(place.sort, number)}
            words={words}
          />
        </>
      )}
    </section>
  );
}
