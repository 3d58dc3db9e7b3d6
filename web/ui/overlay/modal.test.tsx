// @vitest-environment happy-dom
import { useState } from 'react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

function Two() {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      {['First', 'Second'].map((name) => (
        <Dialog key={name} open={open === name} onClose={() => setOpen(null)} title={name} closeLabel="Close">
          <input type="file" aria-label={`File of ${name}`} />
        </Dialog>
      ))}
      <button type="button" disabled={open !== null} onClick={() => setOpen('Second')}>
        Open the second
      </button>
      <button type="button" onClick={() => setOpen('First')}>
        Open the first
      </button>
    </>
  );
}

it('a dialog that Escape closes lets another open at once, which stays when the browser tells that the first has closed', () => {
  render(<Two />);
  fireEvent.click(screen.getByText('Open the first'));
  const first = screen.getByRole('dialog', { name: 'First' });
  fireEvent(first, new Event('cancel', { cancelable: true }));
  fireEvent.click(screen.getByText('Open the second'));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Second' }).open).toBe(true);
  fireEvent(first, new Event('close'));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Second' }).open).toBe(true);
});

it('a file that nobody chose closes nothing', () => {
  render(<Two />);
  fireEvent.click(screen.getByText('Open the first'));
  fireEvent(screen.getByLabelText('File of First'), new Event('cancel', { bubbles: true }));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'First' }).open).toBe(true);
});
