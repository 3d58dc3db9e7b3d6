import { useEffect, useRef, useState } from 'react';
import type { Comment, CommentPage, FlatComment, ReplyPage } from '#contract/comments.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useUser } from '#web/platform/session/session.ts';
import { commentsPath, commentsQuery, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { useLiveUpdates } from './use-live-updates.ts';

/** A page of comments as it stands now, and what changes it. */
export interface Thread<Page extends CommentPage = CommentPage> {
  page: Page;
  /** How many comments were written by others since this page was read. */
  waiting: number;
  /** Reads the page again, with what is waiting. */
  reload: () => Promise<void>;
  /** Shows a comment as it is now, wherever it stands. */
  replace: (comment: FlatComment) => void;
  /** Puts a comment of one's own where it is seen: under what it answers, or first. */
  add: (comment: FlatComment) => void;
  /** Adds the replies of a comment that did not come with it. */
  more: (root: Comment) => Promise<void>;
}

/**
 * Keeps a page of comments that was loaded up to date: with votes and rights once a member is known, and with what others
 * change. New comments wait until they are asked for, so that nothing moves under the reader.
 */
export function useThread<Page extends CommentPage>(place: CommentTarget, loaded: Page): Thread<Page> {
  const [page, setPage] = useState(loaded);
  const [waiting, setWaiting] = useState(0);
  const user = useUser();
  const path = commentsPath(place);
  const shown = useRef(page);
  shown.current = page;
  // How often the page was changed here, or gave way to another one: what was asked for before that is older.
  const changes = useRef(0);
  const change = (next: (before: Page) => Page) => {
    changes.current += 1;
    setPage(next);
  };
  useEffect(() => {
    change(() => loaded);
    setWaiting(0);
  }, [loaded]);

  const ask = () => apiGet<Page>(path, { params: commentsQuery(place) });
  const lastQuery = useRef(ask);
  lastQuery.current = ask;
  const read = async () => {
    for (;;) {
      const before = changes.current;
      const fresh = await lastQuery.current();
      if (changes.current === before) return fresh;
    }
  };
  const reload = async () => {
    const fresh = await read();
    change(() => fresh);
    setWaiting(0);
  };
  // The server's rendering is for nobody: a member has votes and rights. An error leaves what everyone may see.
  const known = user?.id ?? null;
  const seenBy = useRef<number | null>(null);
  useEffect(() => {
    if (known === seenBy.current) return;
    seenBy.current = known;
    reload().catch(() => {});
  }, [known]);

  const asking = useRef(false);
  useLiveUpdates(`${path}/live`, (told) => {
    const { version, reacted } = shown.current;
    if (asking.current || (told !== null && told.version <= version && told.reacted <= reacted)) return;
    asking.current = true;
    read()
      .then((fresh) => {
        const before = shown.current;
        // Comments that are there change where it stands; what is new waits.
        const now = new Map(all(fresh.data).map((comment) => [comment.id, comment]));
        change(() => ({
          ...before,
          comments: Math.min(before.comments, fresh.comments),
          version: fresh.version,
          reacted: fresh.reacted,
          data: before.data.map((comment) => updateComment(comment, now)),
        }));
        setWaiting(Math.max(0, fresh.comments - before.comments));
      })
      .catch(() => {})
      .finally(() => {
        asking.current = false;
      });
  });

  return {
    page,
    waiting,
    reload,
    replace: (comment) =>
      change((before) => ({
        ...before,
        comments: before.comments + becomingShown(before.data, comment),
        data: before.data.map((each) => updateComment(each, new Map([[comment.id, comment]]))),
      })),
    add: (comment) =>
      change((before) => ({
        ...before,
        comments: before.comments + becomingShown(before.data, comment),
        ...withNew(before, comment),
      })),
    async more(root) {
      const known = all([root]).length - 1;
      // Those that came with the comment are the oldest: the others are the pages after them.
      const pages = await apiGet<ReplyPage>(`/comments/${root.id}/replies`, {
        params: { per_page: 100, page: Math.floor(known / 100) + 1 },
      });
      change((before) => ({
        ...before,
        data: before.data.map((each) => (each.id === root.id ? withReplies(each, pages.data) : each)),
      }));
    },
  };
}

/** By how many the comments that are shown grow once one of them is as it is now. */
function becomingShown(before: readonly Comment[], now: FlatComment): -1 | 0 | 1 {
  const was = all(before).find(({ id }) => id === now.id)?.state === 'shown';
  return now.state === 'shown' && !was ? 1 : was && now.state !== 'shown' ? -1 : 0;
}

/** Comments and everything under them. */
export function all(comments: readonly Comment[]): Comment[] {
  return comments.flatMap((comment) => [comment, ...all(comment.replies)]);
}

function updateComment(comment: Comment, now: ReadonlyMap<number, Omit<Comment, 'replies'>>): Comment {
  const fresh = now.get(comment.id);
  return {
    ...comment,
    ...fresh,
    replies_count: Math.max(comment.replies_count, fresh?.replies_count ?? 0),
    replies: comment.replies.map((reply) => updateComment(reply, now)),
  };
}

/** Comments with a new one, which may have been read already before it was answered that it was sent. */
function withNew({ data, total }: CommentPage, comment: FlatComment): Pick<CommentPage, 'data' | 'total'> {
  if (all(data).some(({ id }) => id === comment.id)) {
    return { total, data: data.map((each) => updateComment(each, new Map([[comment.id, comment]]))) };
  }
  if (comment.parent_id === null) return { total: total + 1, data: [{ ...comment, replies: [] }, ...data] };
  return {
    total,
    data: data.map((root) =>
      all([root]).some(({ id }) => id === comment.parent_id)
        ? { ...root, replies_count: root.replies_count + 1, replies: withReply(root.replies, comment, root.id) }
        : root,
    ),
  };
}

/** A comment with more of its replies; those it has may have grown since they were asked for. */
function withReplies(root: Comment, found: readonly FlatComment[]): Comment {
  const have = new Set(all([root]).map(({ id }) => id));
  const others = found.filter(({ id }) => !have.has(id));
  return {
    ...root,
    replies: others.reduce<Comment[]>((replies, reply) => withReply(replies, reply, root.id), root.replies),
  };
}

/** Replies with one more: inside what it answers, or, deeper than they nest, beside it. */
function withReply(replies: readonly Comment[], reply: FlatComment, parent: number): Comment[] {
  const at = replies.findIndex((each) => all([each]).some(({ id }) => id === reply.parent_id));
  if (reply.parent_id === parent || at < 0) return [...replies, { ...reply, replies: [] }];
  const holder = replies[at]!;
  const inside =
    holder.depth < reply.depth
      ? [{ ...holder, replies: withReply(holder.replies, reply, holder.id) }]
      : [holder, { ...reply, replies: [] }];
  return [...replies.slice(0, at), ...inside, ...replies.slice(at + 1)];
}
