import { useEffect, useRef, useState } from 'react';
import { redirect, useLocation, useOutletContext, useParams } from 'react-router';
import type { CommentPage } from '#contract/comments.ts';
import { Comments, loadComments } from '#web/community/comments/comments.tsx';
import { ChapterReactions } from '#web/community/reactions/chapter-reactions.tsx';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { useComicProgress } from '#web/library/progress/progress-store.ts';
import { loadComic, type ComicView } from './comic-data.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { requestAddresses, useAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { Link } from '#web/ui/basic/link.tsx';
import type { LoadFailure } from '#web/ui/page/members-only.tsx';

interface ChapterCommentData {
  comments: CommentPage | LoadFailure;
  comic: { id: number; title: string };
}

/** The page of comments that the address asks for. @throws ApiFailure of a chapter that is unknown, or not this visitor's to read. */
export async function loader({ request, params }: LoaderArgs): Promise<ChapterCommentData> {
  const { slug = '', chapter = '', identifier } = params;
  const { search, searchParams } = new URL(request.url);
  const place = commentTarget('comics', slug, identifier, searchParams, chapter);
  const [{ id, title }, comments] = await Promise.all([loadComic(request, slug), loadComments(place, request)]);
  if ('subject' in comments && comments.subject.slug !== chapter) {
    throw redirect(requestAddresses(request).commentsOn(comments.subject, identifier ?? null) + search);
  }
  return { comments, comic: { id, title } };
}

/** The comments on a chapter; folded for whom has not read it, because they tell what happens. */
export function Page({ data: { comments, comic } }: PageProps<ChapterCommentData>) {
  const t = useTranslate();
  const links = useAddresses();
  const { slug } = useOutletContext<ComicView>().comic;
  const { chapter = '', identifier } = useParams();
  const { search } = useLocation();
  const progress = useComicProgress(comic.id);
  const [opened, setOpened] = useState(false);
  const fold = useRef<HTMLElement>(null);
  const isNamed = identifier !== undefined;
  useEffect(() => {
    if (isNamed) {
      // After the page has taken its own place; the comment itself, where it is not folded, comes after that.
      requestAnimationFrame(() => fold.current?.scrollIntoView({ block: 'center' }));
    }
  }, [isNamed]);
  const place = commentTarget('comics', slug, identifier, new URLSearchParams(search), chapter);
  if ('error' in comments) return <Comments place={place} of={UNCOUNTED} found={comments} />;
  const { id, title } = comments.subject;
  const isRead = typeof progress?.chapters[String(id)]?.completedAt === 'number';
  return (
    <div className="stack">
      <h2>
        <Link className="link" to={links.reader(slug, chapter)}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <ChapterReactions slug={slug} chapter={chapter} />
      <details
        className="stack"
        open={isRead || opened}
        onToggle={({ currentTarget }) => {
          setOpened(currentTarget.open);
          if (currentTarget.open && comments.marked !== null) {
            document.getElementById(`comment-${comments.marked}`)?.scrollIntoView({ block: 'center' });
          }
        }}
      >
        <summary ref={fold} className="btn" hidden={isRead}>
          {t('comments.spoilers')}
        </summary>
        <Comments key={id} place={place} of={comments.subject} found={comments} />
      </details>
    </div>
  );
}

/** Stands for comments that could not be had: nothing counts them. */
const UNCOUNTED = {};

/** The head of this page; it is the chapter that is to be found. */
export function head({ comments, comic }: ChapterCommentData, { t }: HeadContext): PageHead {
  const name = 'error' in comments ? comic.title : `${comic.title} – ${comments.subject.title}`;
  return { title: 'error' in comments ? name : t('comments.head', { name, count: comments.comments }), hidden: true };
}
