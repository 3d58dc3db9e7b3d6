// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Confirm } from './confirm.tsx';

afterEach(cleanup);

it('does it once however often it is pressed, shows that it is on its way, and can be tried again where it failed', async () => {
  const asked: { resolve: (value?: unknown) => void; reject: (error: Error) => void }[] = [];
  let closed = 0;
  const onConfirm = () =>
    new Promise((resolve, reject) => {
      asked.push({ resolve, reject });
    });
  render(
    <Confirm
      open
      title="Delete"
      text="It is gone then."
      action="Delete it"
      cancelLabel="Cancel"
      closeLabel="Close"
      onClose={() => {
        closed += 1;
      }}
      onConfirm={onConfirm}
    />,
  );
  const button = screen.getByRole('button', { name: 'Delete it' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect([asked.length, button.getAttribute('aria-disabled')]).toEqual([1, 'true']);
  await act(async () => {
    asked[0]!.reject(new Error('Not now.'));
  });
  expect([screen.getByText('Not now.').isConnected, button.getAttribute('aria-disabled'), closed]).toEqual([
    true,
    null,
    0,
  ]);
  fireEvent.click(button);
  await act(async () => {
    asked[1]!.resolve();
  });
  expect([asked.length, closed, screen.queryByText('Not now.')]).toEqual([2, 1, null]);
});
