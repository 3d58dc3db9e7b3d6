// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { PagePicture } from './page-picture.tsx';
import { Described } from '#web/reader/chapter/page-texts.ts';
import { image } from '#web/testing/opened-reader.tsx';

beforeAll(() => {
  setMessages('en', messages as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('pages of two chapters in one strip are not described by the same text', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const page = (id: number) => (
    <PagePicture image={{ ...image(1), id }} src={`data:image/gif;base64,${id}`} priority="now" onReady={() => {}} />
  );
  render(
    <Described value>
      {page(11)}
      {page(21)}
    </Described>,
  );
  const [one, other] = screen.getAllByAltText('Page 1').map((picture) => picture.getAttribute('aria-describedby'));
  expect(one).toEqual(expect.any(String));
  expect(other).not.toBe(one);
});

it('a picture that failed before the page was taken over is asked for again, then said to have failed', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  const failed: string[] = [];
  render(
    <PagePicture
      image={image(1)}
      src="data:image/gif;base64,1"
      priority="now"
      onReady={(src, isFailed) => {
        if (isFailed) {
          failed.push(src);
        }
      }}
    />,
  );
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(failed).toEqual(['data:image/gif;base64,1']);
});
