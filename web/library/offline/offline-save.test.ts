// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropRefused } from './offline-read.ts';
import { saveChapter } from './offline-save.ts';
import { putEntry, removeOtherAccounts, savedStore } from './offline-store.ts';

const page = (id: number) => ({
  id,
  page: id,
  source_url: `/images/${id}`,
  saver_url: `/images/${id}`,
  thumbnail_url: `/images/${id}`,
  width: 8,
  height: 8,
});
const chapter = {
  comic: { id: 7, slug: 'moon', title: 'Moon', thumb_url: '/images/0', premium: true, rating: 'safe', language: null },
  chapter: null,
  images: [1, 2, 3, 4, 5].map(page),
};
const member = { id: 1, username: 'ann', role: 'user', settings: {} };
let kept: Map<string, Map<string, Response>>;
let answered: (path: string) => void;
let type: string;

// Functions of a browser that happy-dom lacks; the site answers at once.
beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.nsfw;
  kept = new Map();
  answered = () => {};
  type = 'image/webp';
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const files = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, files);
      return {
        match: async (path: string) => files.get(path),
        put: async (path: string, answer: Response) => {
          files.set(path, answer);
        },
      };
    },
  });
  vi.stubGlobal('fetch', async (url: string) => {
    answered(url);
    return url.includes('/images/details')
      ? Response.json({ pages: [] })
      : url.startsWith('/images/')
        ? new Response('picture', { headers: { 'Content-Type': type } })
        : Response.json(chapter);
  });
  const worker = {
    postMessage: (_message: object, [port]: MessagePort[]) => {
      port!.postMessage(true);
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => {}, ready: Promise.resolve({ active: worker }) },
  });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) },
  });
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate: async () => ({}) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a chapter is saved with all its pages, and listed as its member's", async () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  expect(await saveChapter('moon', null)).toBe(true);
  expect(savedStore.get()).toMatchObject([{ comic: 7, done: 5, pages: 5, owner: 1 }]);
  expect(kept.get('saved 7 0')?.size).toBe(8);
});

it('a member who signs out while a chapter is being saved leaves nothing of it behind', async () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  answered = (path) => {
    if (path === '/images/2') {
      void removeOtherAccounts(null);
    }
  };
  expect(await saveChapter('moon', null)).toBe(false);
  expect([savedStore.get(), [...kept.keys()]]).toEqual([[], []]);
});

it('only pictures are kept as pages, whatever else a network answers in their place', async () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  for (type of ['text/html', 'image/svg+xml', '']) {
    await expect(saveChapter('moon', null), type).rejects.toMatchObject({ reason: 'network' });
    expect([...kept.get('saved 7 0')!.keys()], type).toEqual([
      '/saved/7/0/images',
      '/saved/7/0/details',
      '/saved/7/0/cover',
    ]);
  }
});

it('what the site refuses goes, but not what is explicit while nobody wants to see that', async () => {
  localStorage.setItem('token', 'kept');
  localStorage.setItem('user', JSON.stringify(member));
  await saveChapter('moon', null);
  putEntry({ ...savedStore.get()[0]!, explicit: true });
  await dropRefused('moon', undefined);
  expect(savedStore.get()).toHaveLength(1);
  document.documentElement.dataset.nsfw = 'true';
  await dropRefused('moon', undefined);
  expect([savedStore.get(), [...kept.keys()]]).toEqual([[], []]);
  delete document.documentElement.dataset.nsfw;
});
