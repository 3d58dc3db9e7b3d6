// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Menu } from './menu.tsx';

afterEach(cleanup);

it('gives the focus back to its button when something was chosen by the keyboard, before that opens anything', async () => {
  let focused: Element | null = null;
  render(
    <Menu look="btn" summary="More">
      <button
        type="button"
        onClick={() => {
          focused = document.activeElement;
        }}
      >
        Report
      </button>
    </Menu>,
  );
  await userEvent.click(screen.getByText('More'));
  screen.getByRole('button', { name: 'Report' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(focused).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByText('More'));
  expect(document.querySelector('details')!.open).toBe(false);
});
