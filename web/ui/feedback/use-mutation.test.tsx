import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { Announcer } from './announcer.tsx';
import { useMutation, type Mutation, type MutationOptions } from './use-mutation.ts';

beforeAll(() => setMessages('en', { 'library.toast.close': 'Close' }));
afterEach(cleanup);

/** A section of a page with a button that a mutation takes away; how often its loader was read. */
async function page(options?: MutationOptions) {
  const made = { mutation: undefined as unknown as Mutation, reads: 0 };
  function Page() {
    made.mutation = useMutation(options);
    return (
      <section aria-busy={made.mutation.busy}>
        <h2 tabIndex={-1}>Sessions</h2>
        {made.mutation.failure}
        <Announcer />
      </section>
    );
  }
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => {
        made.reads += 1;
        return null;
      },
      Component: Page,
      HydrateFallback: () => null,
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText('Sessions');
  return made;
}

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, resolve, reject };
}

it('a second press while the first is on its way does nothing; what is queued follows', async () => {
  const shown = await page();
  const [first, order] = [held(), [] as string[]];
  let answers!: Promise<boolean[]>;
  act(() => {
    answers = Promise.all([
      shown.mutation.run(first.work),
      shown.mutation.run(async () => {
        order.push('pressed again');
      }),
      shown.mutation.runQueued(async () => {
        order.push('queued');
      }),
      shown.mutation.runQueued(async () => {
        order.push('queued after it');
      }),
    ]);
  });
  expect(screen.getByText('Sessions').closest('section')?.getAttribute('aria-busy')).toBe('true');
  await act(async () => {
    first.resolve();
    await answers;
  });
  expect([await answers, order]).toEqual([
    [true, false, true, true],
    ['queued', 'queued after it'],
  ]);
  expect(shown.mutation.busy).toBe(false);
});

it('the page is read again before a success is announced, and not after a failure, which is left to the caller', async () => {
  const shown = await page();
  await act(async () => {
    await shown.mutation.run(() => Promise.reject(new Error('This session has ended.')), 'Signed out.');
  });
  expect([shown.reads, shown.mutation.failure]).toEqual([1, 'This session has ended.']);
  await act(async () => {
    await shown.mutation.run(async () => {}, 'Signed out.');
  });
  expect(shown.reads).toBe(2);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Signed out.'));
  expect(shown.mutation.failure).toBe('');
});

it('toasts say how it went, and a reader of its own reads anew after a failure, too, but not what is left', async () => {
  let reloads = 0;
  const shown = await page({
    toasts: true,
    reload: async () => {
      reloads += 1;
      throw new Error('offline');
    },
  });
  await act(async () => {
    await shown.mutation.run(() => Promise.reject(new Error('No such chapter.')), undefined, { leaves: true });
  });
  expect([reloads, await screen.findByText('No such chapter.'), shown.mutation.failure]).toMatchObject([1, {}, '']);
  await act(async () => {
    await shown.mutation.run(async () => {}, 'Moved.', { leaves: true });
  });
  expect([reloads, await screen.findByText('Moved.'), shown.reads]).toMatchObject([1, {}, 1]);
  await act(async () => {
    await shown.mutation.run(async () => {});
  });
  expect(reloads).toBe(2);
});

it('where the pressed button is gone, its section’s heading has the focus', async () => {
  const shown = await page();
  const button = document.createElement('button');
  screen.getByText('Sessions').after(button);
  button.focus();
  await act(async () => {
    await shown.mutation.run(async () => {
      button.remove();
    });
  });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Sessions')));
});
