import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ComicCard } from '#contract/comics.ts';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { SaverOffer } from './data-saver-offer.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { useReaderSettings } from '#web/reader/chapter/use-settings.ts';

const comic = { id: 7, direction: 'rtl' } as ComicCard;
const images: [] = [];

function Sheet() {
  const control = useReaderSettings({ comic, images, longStrip: false });
  return (
    <>
      <output aria-label="in force">{JSON.stringify(control.settings)}</output>
      <SettingsSheet open control={control} onClose={() => {}} onShowZones={() => {}} />
      <SaverOffer control={control} />
    </>
  );
}

/** Opens the sheet over what is stored; answers what is in force. */
async function open(stored = '{}') {
  localStorage.setItem('komawari.reader', stored);
  const site = { variant: 'comic', features: [], locales: ['en'] };
  render(
    <RouterProvider
      router={createMemoryRouter([{ id: ROOT_ROUTE, path: '/:lang', loader: () => ({ site }), Component: Sheet }], {
        initialEntries: ['/en'],
      })}
    />,
  );
  await screen.findByRole('dialog');
  return () => JSON.parse(screen.getByLabelText('in force').textContent);
}

const kept = () => JSON.parse(localStorage.getItem('komawari.reader') ?? '');
const press = (role: string, name: string) => userEvent.click(screen.getByRole(role, { name }));
const row = (title: string) =>
  within(screen.getByText(title, { selector: '.set__title' }).closest<HTMLElement>('.set')!);
const give = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Import', { selector: 'input' }),
    new File([text], 'reader.json', { type: 'application/json' }),
  );

beforeAll(() => {
  setMessages('en', messages as never);
});
beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  cleanup();
});

describe('the sheet of settings', () => {
  it('has each scope for itself: what a narrower one chose stays in force, and is said', async () => {
    const inForce = await open();
    await press('radio', 'Width');
    expect(row('Fit').getByText('This comic')).toBeTruthy();
    await press('radio', 'All comics');
    expect(row('Fit').getByText('This comic has its own setting.')).toBeTruthy();
    await press('radio', 'Height');
    expect(kept()).toMatchObject({ all: { fit: 'height' }, device: {}, comics: [[7, { fit: 'width' }]] });
    expect(inForce().fit).toBe('width');
  });

  it('shows each group of settings from its beginning, wherever the one before it was left', async () => {
    await open();
    const sheet = screen.getByRole('dialog');
    sheet.scrollTop = 300;
    await press('tab', 'Controls');
    expect(screen.getByRole('tabpanel', { name: 'Controls' })).toBeTruthy();
    expect(sheet.scrollTop).toBe(0);
  });

  it('takes one setting back by itself, or all of a scope', async () => {
    const inForce = await open(
      '{"all":{"fit":"height","crop":true},"device":{"gap":8},"comics":[[7,{"fit":"width"}],[8,{"fit":"smart"}]]}',
    );
    await press('button', 'Reset: Fit');
    expect(screen.queryByRole('button', { name: 'Reset: Fit' })).toBeNull();
    expect(inForce().fit).toBe('height');
    await press('radio', 'All comics');
    await press('button', 'Reset all comics');
    expect(kept()).toMatchObject({ all: {}, device: { gap: 8 }, comics: [[8, { fit: 'smart' }]] });
  });

  it('shows only what has an effect, and is walked through by keys', async () => {
    await open();
    expect(screen.getByRole('radio', { name: 'Right to left', checked: true })).toBeTruthy();
    expect(screen.queryByRole('slider', { name: 'Side margins' })).toBeNull();
    await press('radio', 'Strip with gaps');
    expect(screen.getByRole('slider', { name: 'Side margins' })).toBeTruthy();
    screen.getByRole('tab', { name: 'Layout' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Pages', selected: true }));
    expect(screen.queryByRole('group', { name: 'First page' })).toBeNull();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('switch', { name: 'Continue scrolling into the next chapter' })).toBeTruthy();
  });

  it('says that some settings are a newer version’s, and keeps them', async () => {
    await open('{"all":{"glow":3}}');
    expect(screen.getByText(/come from a newer version/)).toBeTruthy();
    await press('radio', 'Width');
    expect(kept().all).toEqual({ glow: 3 });
  });

  it('follows what another tab chooses', async () => {
    const inForce = await open();
    localStorage.setItem('komawari.reader', '{"device":{"fit":"smart"}}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'komawari.reader' }));
    await screen.findByRole('radio', { name: 'Smart', checked: true });
    expect(inForce().fit).toBe('smart');
  });

  it('changes nothing by a file that is none', async () => {
    const stored = '{"all":{"fit":"height"}}';
    await open(stored);
    for (const text of ['{"kind":"reader-settings",', '[]', '{"all":{"fit":"width"}}', '', 'x'.repeat(1_000_001)]) {
      await give(text);
      expect((await screen.findByRole('alert')).textContent).toMatch(/Nothing was changed\.$/);
    }
    expect(localStorage.getItem('komawari.reader')).toBe(stored);
  });

  it('takes over what it knows of a file, and says what it does not', async () => {
    const inForce = await open('{"all":{"fit":"height","crop":true}}');
    await give(
      JSON.stringify({
        kind: 'reader-settings',
        version: 9,
        site: location.origin,
        all: { fit: 'smart', glow: 3 },
        device: { gap: 999 },
        comics: [[7, { mode: 'webtoon' }], ['x'], [9, null]],
        keys: { next: ['x'] },
      }),
    );
    expect((await screen.findByText(/^Imported/)).textContent).toBe('Imported: 1 setting, 1 comic, 1 key.');
    expect(screen.getByText('Not understood and left out: glow, gap.')).toBeTruthy();
    expect(kept()).toMatchObject({ all: { fit: 'smart', crop: true }, device: {}, comics: [[7, { mode: 'webtoon' }]] });
    expect(inForce().mode).toBe('webtoon');
    await give(
      JSON.stringify({ kind: 'reader-settings', site: 'https://elsewhere.example', comics: [[8, { fit: 'width' }]] }),
    );
    expect(await screen.findByText(/belong to another site/)).toBeTruthy();
    expect(kept().comics).toEqual([[7, { mode: 'webtoon' }]]);
  });

  it('holds what cannot be kept for this page, and says so', async () => {
    const inForce = await open();
    const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      await press('radio', 'Width');
      expect(inForce().fit).toBe('width');
      expect(await within(screen.getByRole('dialog')).findByText(/can’t save your settings/)).toBeTruthy();
    } finally {
      Object.defineProperty(globalThis, 'localStorage', storage);
    }
  });
});

it('smaller pictures are proposed once where the device saves data', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  try {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Save data' }));
    expect(kept()).toMatchObject({ device: { saver: true }, saverOffered: true });
    cleanup();
    await open(JSON.stringify({ ...kept(), device: {} }));
    expect(screen.queryByRole('button', { name: 'Save data' })).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, 'connection');
  }
});
