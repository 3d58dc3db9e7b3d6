// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import messages from '#messages/generated/ar.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { Suggestions } from './suggestions.tsx';

beforeAll(() => {
  setMessages('ar', messages as never);
});
afterEach(cleanup);

it('parts two names of one thing between them, not within one that runs the other way', async () => {
  const suggestion = { text: 'tag:night', kind: 'tag', name: 'ليل', name_original: 'Night', count: 3 } as const;
  render(
    <RouterProvider
      router={createMemoryRouter(
        [{ path: '/:lang', element: <Suggestions suggestions={[suggestion]} onPick={() => {}} /> }],
        { initialEntries: ['/ar'] },
      )}
    />,
  );
  const button = await screen.findByRole('button');
  expect([...button.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['ليل', 'Night']);
  // Between them stand a space, and what keeps a name's direction to itself.
  expect(button.textContent.replace(/[\u2066-\u2069]/g, '')).toContain('ليل Night');
});
