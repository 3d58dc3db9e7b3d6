// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { keysStore } from '#web/library/preferences/reader-keys.ts';
import { HelpDialog } from './help-dialog.tsx';

beforeAll(() => {
  setMessages('en', messages as never);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const row = (name: string) => screen.getByRole('group', { name });
const keysFor = (name: string) =>
  within(row(name))
    .queryAllByRole('button', { name: /^Remove/ })
    .map(({ textContent }) => textContent);

/** Opens the keys of a comic that runs right to left, to be changed. */
async function change() {
  render(
    <HelpDialog open pageOrientation={{ mode: 'manga', direction: 'rtl', layout: 'horizontal' }} onClose={() => {}} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change keys' }));
}

describe('the keys', () => {
  it('are shown as they act where the content runs right to left', () => {
    render(
      <HelpDialog
        open
        pageOrientation={{ mode: 'manga', direction: 'rtl', layout: 'horizontal' }}
        onClose={() => {}}
      />,
    );
    expect(screen.getByText('Next page').parentElement?.textContent).toBe('Next page←A');
  });

  it('are added by pressing them, and taken away', async () => {
    await change();
    await userEvent.click(within(row('Next page')).getByRole('button', { name: /^Add/ }));
    await userEvent.keyboard('u');
    await waitFor(() => expect(keysFor('Next page')).toEqual(['U', '←', 'A']));
    await userEvent.click(within(row('Next page')).getByRole('button', { name: /^Remove U/ }));
    expect(keysFor('Next page')).toEqual(['←', 'A']);
  });

  it('say what else they do before they are taken from there', async () => {
    await change();
    const add = () => within(row('Crop borders')).getByRole('button', { name: /^Add/ });
    await userEvent.click(add());
    await userEvent.keyboard('m');
    expect((await screen.findByRole('alert')).textContent).toContain('M is already used for “Show or hide the bars”.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(keysFor('Crop borders')).toEqual(['C']);
    await userEvent.click(add());
    await userEvent.keyboard('m');
    await userEvent.click(await screen.findByRole('button', { name: 'Use it here' }));
    expect([keysFor('Crop borders'), keysFor('Show or hide the bars')]).toEqual([['C', 'M'], []]);
    await userEvent.click(screen.getByRole('button', { name: 'Default keys: Show or hide the bars' }));
    expect([keysFor('Crop borders'), keysFor('Show or hide the bars')]).toEqual([['C'], ['M']]);
  });

  it('are left as they are by Escape, and all reset at once', async () => {
    await change();
    await userEvent.click(within(row('Fit')).getByRole('button', { name: /^Add/ }));
    await userEvent.keyboard('{Escape}');
    expect(keysFor('Fit')).toEqual(['I']);
    await userEvent.click(within(row('Fit')).getByRole('button', { name: /^Remove I/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Use the default keys' }));
    expect([keysFor('Fit'), keysStore.get()]).toEqual([['I'], {}]);
  });

  it('hold until the page is left where the browser keeps nothing, which is said', async () => {
    await change();
    vi.stubGlobal('localStorage', undefined);
    await userEvent.click(within(row('Fit')).getByRole('button', { name: /^Remove I/ }));
    expect([keysFor('Fit'), screen.getByRole('alert').textContent]).toEqual([
      [],
      expect.stringContaining('can’t save'),
    ]);
  });
});
