import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OwnUser } from '#contract/accounts.ts';
import type { ComicDetail } from '#contract/comics.ts';
import type { Comment, CommentPage } from '#contract/comments.ts';
import { RatingDialog } from '#web/catalogue/comic/rating-dialog.tsx';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { useThread } from '#web/community/comments/use-thread.ts';
import { FollowTerm } from '#web/catalogue/terms/follow-term.tsx';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { followChoices } from '#web/app/session/account-choices.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { savePreferences } from '#web/library/preferences/account-preferences.ts';
import { readAccount } from '#web/platform/account/session-refresh.ts';
import { beginSession, endSession, userStore } from '#web/platform/session/session.ts';

/** A call that the site was asked and has not answered. */
interface PendingCall {
  method: string;
  path: string;
  body: string;
  answer: (body: object) => void;
}

const user = {
  id: 7,
  username: 'mika',
  role: 'user',
  verified: true,
  settings: { reader: { fit: 'width' } },
} as unknown as OwnUser;
let server: Server;
let asked: PendingCall[] = [];

beforeAll(async () => {
  setMessages('en', JSON.parse(readFileSync('messages/generated/en.json', 'utf8')));
  server = createServer((request, reply) => {
    let body = '';
    request
      .on('data', (chunk: Buffer) => {
        body += chunk.toString();
      })
      .on('end', () =>
        asked.push({
          method: request.method!,
          path: request.url!.split('?')[0]!,
          body,
          answer: (data) => {
            reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
          },
        }),
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/latest`;
});
beforeEach(() => {
  asked = [];
  localStorage.clear();
  beginSession('token', user);
});
afterEach(cleanup);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The `at`-th call of this kind, once it was asked. */
async function call(method: string, end: string, at = 0): Promise<PendingCall> {
  const found = () => asked.filter((each) => each.method === method && each.path.endsWith(end))[at];
  await waitFor(() => expect(found()).toBeDefined());
  return found()!;
}

/** Answers, and waits until what asked has heard it and says so. */
async function answered(to: PendingCall, body: object, seen: () => boolean): Promise<void> {
  to.answer(body);
  await waitFor(() => expect(seen()).toBe(true));
}

function Page({ shown }: { shown: React.ReactNode }) {
  return (
    <RouterProvider
      router={createMemoryRouter([
        {
          id: ROOT_ROUTE,
          path: '/',
          Component: () => shown,
          loader: () => ({ site: { features: [], locales: ['en'] } }),
          HydrateFallback: () => null,
        },
      ])}
    />
  );
}

it('what is done under one name is done in the order it was asked for, and the last says so', async () => {
  const ends: ((value: string) => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => {
      ends.push(resolve);
    });
  };
  const [first, second, other] = [
    inTurn('vote', work('up')),
    inTurn('vote', work('down')),
    inTurn('follow', work('follow')),
  ];
  await expect.poll(() => begun).toEqual(['up', 'follow']);
  ends[1]!('followed');
  await expect(other).resolves.toEqual({ value: 'followed', isLast: true });
  ends[0]!('is up');
  await expect(first).resolves.toEqual({ value: 'is up', isLast: false });
  await expect.poll(() => begun).toEqual(['up', 'follow', 'down']);
  ends[2]!('is down');
  await expect(second).resolves.toEqual({ value: 'is down', isLast: true });
  await expect(inTurn('vote', () => Promise.reject(new Error('refused')))).resolves.toEqual({
    failure: new Error('refused'),
    isLast: true,
  });
});

it("a score that was chosen before the member's own was known stays chosen", async () => {
  const comic = { id: 1, slug: 'fox', title: 'Fox' } as ComicDetail;
  render(<Page shown={<RatingDialog comic={comic} open onClose={() => {}} />} />);
  const own = await call('GET', '/rating');
  fireEvent.click(screen.getByLabelText('8'));
  await answered(
    own,
    { score: 3, average: 5, ratings: 2 },
    () => screen.queryByText('Remove', { exact: false }) !== null,
  );
  expect([3, 8].map((score) => screen.getByLabelText<HTMLInputElement>(String(score)).checked)).toEqual([false, true]);
});

it('a term that was followed while it was asked whether it is stays followed, and is followed and left in the order of the presses', async () => {
  render(<Page shown={<FollowTerm path="tags" slug="fox" name="Fox" />} />);
  const whether = await call('GET', '/follow');
  const press = async (then: boolean) => {
    fireEvent.click(screen.getByRole('button'));
    await screen.findByRole('button', { pressed: then });
  };
  await press(true);
  const follow = await call('PUT', '/follow');
  whether.answer({ followed: false });
  await press(false);
  await press(true);
  follow.answer({ followed: true });
  const leave = await call('DELETE', '/follow');
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  leave.answer({ followed: false });
  (await call('PUT', '/follow', 1)).answer({ followed: true });
  await screen.findByText('Following');
  expect(screen.getByRole('button', { pressed: true })).toBeTruthy();
});

const comment = (id: number, changes: Partial<Comment> = {}) =>
  ({
    id,
    parent_id: null,
    depth: 0,
    state: 'shown',
    html: `<p>${id}</p>`,
    replies_count: 0,
    replies: [],
    ...changes,
  }) as unknown as Comment;
const comments = (...data: Comment[]) =>
  ({
    data,
    total: data.length,
    comments: data.length,
    current_page: 1,
    last_page: 1,
    version: 1,
  }) as unknown as CommentPage;
const placeBy = (sort: string) => commentTarget('comics', 'fox', undefined, new URLSearchParams({ sort }));

it('comments that were asked for before another page of them was shown do not take its place', async () => {
  const { result, rerender } = renderHook(({ sort, loaded }) => useThread(placeBy(sort), loaded), {
    initialProps: { sort: 'top', loaded: comments(comment(1)) },
  });
  const top = await call('GET', '/comments');
  rerender({ sort: 'new', loaded: comments(comment(2)) });
  top.answer(comments(comment(1)));
  const fresh = await call('GET', '/comments', 1);
  expect(result.current.page.data.map(({ id }) => id)).toEqual([2]);
  await answered(fresh, comments(comment(2), comment(3)), () => result.current.page.data.length === 2);
});

it('a comment that was sent stays where comments are read that were asked for before, and is there once', async () => {
  const { result } = renderHook(() => useThread(placeBy('top'), FIRST));
  const before = await call('GET', '/comments');
  act(() => result.current.add(comment(5) as never));
  before.answer(comments(comment(1)));
  const after = await call('GET', '/comments', 1);
  expect(result.current.page.data.map(({ id }) => id)).toEqual([5, 1]);
  await answered(after, comments(comment(6), comment(5), comment(1)), () => result.current.page.data.length === 3);
  act(() => result.current.add(comment(6) as never));
  expect([
    result.current.page.total,
    result.current.page.comments,
    result.current.page.data.map(({ id }) => id),
  ]).toEqual([3, 3, [6, 5, 1]]);
});
const FIRST = comments(comment(1));

it("the account is told what was chosen for reading, one after another, whatever is heard of it meanwhile, and nobody else's is", async () => {
  const arrived: boolean[] = [];
  const keep = (fit: string) => savePreferences({ fit } as never, (isThere) => arrived.push(isThere));
  const old = readAccount();
  const stale = await call('GET', '/account');
  keep('height');
  stale.answer(user);
  await old;
  expect(userStore.get()?.settings.reader).toEqual({ fit: 'height' });
  const first = await call('PATCH', '/settings');
  keep('both');
  const heard = readAccount();
  (await call('GET', '/account', 1)).answer(user);
  await heard;
  first.answer({ reader: { fit: 'height' } });
  const second = await call('PATCH', '/settings', 1);
  expect([first, second].map(({ body }) => (JSON.parse(body) as { reader: object }).reader)).toEqual([
    { fit: 'height' },
    { fit: 'both' },
  ]);
  await answered(second, { reader: { fit: 'both' } }, () => arrived.length === 2);
  expect(userStore.get()?.settings.reader).toEqual({ fit: 'both' });
  keep('none');
  endSession();
  beginSession('another', { ...user, id: 8 });
  window.dispatchEvent(new Event('pagehide'));
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
});

it('themes that are chosen quickly reach the account in the order of the presses, also one that it had, and its answers change nothing else', async () => {
  beginSession('token', { ...user, settings: { ...user.settings, theme: 'system' } });
  followChoices();
  const choose = (theme: string) => {
    document.documentElement.dataset.theme = theme;
  };
  choose('dark');
  const first = await call('PATCH', '/settings');
  choose('system');
  await waitFor(() => expect(userStore.get()?.settings.theme).toBe('system'));
  expect(asked).toHaveLength(1);
  first.answer({ theme: 'dark', reader: {} });
  const second = await call('PATCH', '/settings', 1);
  expect(asked.map(({ body }) => JSON.parse(body) as object)).toEqual([{ theme: 'dark' }, { theme: 'system' }]);
  await readAgain('dark');
  await answered(second, { theme: 'system', reader: {} }, () => userStore.get()?.settings.theme === 'system');
  expect(userStore.get()?.settings.reader).toEqual({ fit: 'width' });
});

/** The account is read, and still has this theme. */
async function readAgain(theme: 'dark'): Promise<void> {
  const heard = readAccount();
  (await call('GET', '/account')).answer({ ...user, settings: { ...user.settings, theme } });
  await heard;
}
