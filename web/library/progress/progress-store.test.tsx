// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { progressStore, useComicProgress } from './progress-store.ts';

function Title() {
  return <p>{useComicProgress(7)?.title ?? 'none'}</p>;
}

it('is listened to while something shows it, and no longer', () => {
  const chapters = { 0: { page: 1, offset: 0, maxPage: 1, pages: 5, completedAt: null, updatedAt: 1 } };
  const heard: string[] = [];
  const { addEventListener, removeEventListener } = window;
  window.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    heard.push(`+${given[0]}`);
    addEventListener.apply(window, given);
  };
  window.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    heard.push(`-${given[0]}`);
    removeEventListener.apply(window, given);
  };
  try {
    for (const title of ['Moon', 'Sun']) {
      render(<Title />);
      act(() => {
        progressStore.change(() => ({ 7: { slug: 'moon', title, updatedAt: 1, chapters } }));
      });
      expect(screen.getByText(title)).toBeTruthy();
      cleanup();
    }
  } finally {
    Object.assign(window, { addEventListener, removeEventListener });
  }
  expect(heard.filter((each) => each.endsWith('storage'))).toEqual(['+storage', '-storage', '+storage', '-storage']);
});
