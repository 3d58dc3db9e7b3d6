import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';

/** Most drafts that are kept; the oldest give way. */
const MOST = 20;

/** Texts begun and not sent, by where it belongs, the oldest first: it outlives the page and the sign-in. */
const draftStore = persistentStore<Record<string, string>>(
  'komawari.drafts',
  (json) =>
    Object.fromEntries(
      Object.entries(typeof json === 'object' && json !== null ? json : {})
        .filter(([, text]) => typeof text === 'string')
        .slice(-MOST),
    ) as Record<string, string>,
);

/** A text that is being written, and how it changes; an empty one is not kept. */
export function useDraft(place: string): [text: string, change: (text: string) => void] {
  const text = usePersistentStore(draftStore)[place] ?? '';
  return [
    text,
    (next) =>
      draftStore.change((drafts) => {
        const { [place]: _before, ...others } = drafts;
        return Object.fromEntries(
          [...Object.entries(others), ...(next === '' ? [] : [[place, next]])].slice(-MOST),
        ) as Record<string, string>;
      }),
  ];
}
