import { useNavigate } from 'react-router';
import { COMMENT_SORTS, type CommentSort } from '#contract/comments.ts';
import { commentsAddress, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Pager } from '#web/ui/paging/pager.tsx';
import { CommentItem } from './comment-item.tsx';
import type { Thread } from './use-thread.ts';

/** Texts about what stands at the top, which may be comments or reviews. */
export interface ThreadWords {
  sort: string;
  sorts: Record<CommentSort, string>;
  waiting: string;
  empty: string;
  emptyText: string;
}

interface Props {
  words: ThreadWords;
  place: CommentTarget;
  thread: Thread;
  /** The comment that the address names. */
  marked: number | null;
  /** Whether there is something to sort. */
  isSorted: boolean;
  /** Sorts them where they stand; without it the address says how. */
  choose?: (sort: CommentSort) => void;
}

/** A page of a thread in an order that its reader chooses, what is new of it, and its other pages. */
export function ThreadList({ words, place, thread, marked, isSorted, choose }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const { page, waiting } = thread;
  const pagerWords = usePagerWords(page.last_page);
  const addressFor = (sort: CommentSort, number: number) =>
    commentsAddress(links, place, null, { sort: sort === 'top' ? null : sort, page: number > 1 ? number : null });
  return (
    <>
      {isSorted ? (
        <nav className="comments__sort" aria-label={words.sort}>
          <div className="needs-script">
            <Segmented
              label={words.sort}
              value={place.sort}
              choices={COMMENT_SORTS.map((value) => ({ value, label: words.sorts[value] }))}
              onChange={choose ?? ((sort) => void navigate(addressFor(sort, 1), { preventScrollReset: true }))}
            />
          </div>
          <noscript>
            {COMMENT_SORTS.map((sort) => (
              <a key={sort} className="link" href={addressFor(sort, 1)}>
                {words.sorts[sort]}{' '}
              </a>
            ))}
          </noscript>
        </nav>
      ) : null}
      {waiting > 0 ? (
        <Button className="comments__waiting" onClick={() => void thread.reload()}>
          {words.waiting}
        </Button>
      ) : null}
      {page.data.length === 0 ? (
        <EmptyState title={words.empty} text={words.emptyText} />
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
        words={pagerWords}
      />
    </>
  );
}
