import { userStore } from '#web/platform/session/session.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** The places in chapters that the member's account has not heard of, as `comic:chapter`. They stay until it has. */
export const outboxStore = persistentStore<string[]>('komawari.unsent', (json) =>
  Array.isArray(json) ? json.filter((each): each is string => typeof each === 'string') : [],
);

let send = () => {};

/** How the account is told (`library-sync.ts`, which is loaded for members only). */
export function sendBy(sender: () => void): void {
  send = sender;
}

/** Whether reading is remembered: a member can pause that. */
export function isReadingRemembered(): boolean {
  return userStore.get()?.settings.history !== false;
}

/** Says that a place was changed here; of a guest nothing is told to anyone. */
export function queueProgress(comicId: number, chapterId: string): void {
  keepUnsent(comicId, [chapterId]);
  flushProgress();
}

/** Remembers that places were changed here, to be told later, or that they are again what they were before. */
export function keepUnsent(comicId: number, chapterIds: readonly string[], isNews = true): void {
  if (userStore.get() === null) return;
  const keys = chapterIds.map((id) => `${comicId}:${id}`);
  outboxStore.change((before) => [...before.filter((each) => !keys.includes(each)), ...(isNews ? keys : [])]);
}

/** Tells the account what it has not heard of. */
export function flushProgress(): void {
  send();
}
