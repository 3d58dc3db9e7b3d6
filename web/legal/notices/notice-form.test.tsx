import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { NoticeForm } from './notice-form.tsx';

beforeAll(() => setMessages('en', JSON.parse(readFileSync('messages/generated/en.law.json', 'utf8'))));
afterEach(cleanup);

it('names each of its parts and fields once', async () => {
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        Component: () => <NoticeForm location="" send={(call) => call()} captcha={null} />,
        loader: () => ({ site: { features: [] } }),
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: ['/en'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('button', { name: 'Send notice' });
  const names = [...document.querySelectorAll('legend, label')].map(({ textContent }) => textContent);
  expect(names).toContain('Your work');
  expect(new Set(names).size).toBe(names.length);
});
