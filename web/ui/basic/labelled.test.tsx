// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { Labelled } from './labelled.tsx';

afterEach(cleanup);

it('stands between a label and its value what the language puts there', () => {
  const shown = (['en', 'fr', 'zh'] as const).map((locale) => {
    setMessages(locale, JSON.parse(readFileSync(`messages/generated/${locale}.json`, 'utf8')));
    const Page = () => (
      <Labelled label="Mail">
        <bdi>a-b@comics.test</bdi>
      </Labelled>
    );
    const { container } = render(
      <RouterProvider
        router={createMemoryRouter([{ path: '/:lang', Component: Page }], { initialEntries: [`/${locale}`] })}
      />,
    );
    return container.textContent;
  });
  expect(shown).toEqual(['Mail: a-b@comics.test', 'Mail\u00a0: a-b@comics.test', 'Mail：a-b@comics.test']);
});
