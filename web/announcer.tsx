import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

/** Tells people who listen to the page what has changed (results, alerts, page turns); `text` is a whole sentence. */
export function announce(text: string): void {
  // A text said twice is announced twice only if it differs.
  said = text === said ? `${text}\u00a0` : text;
  for (const listener of listeners) { listener(); }
}

/** The live region `announce` speaks through; it stands once in every page. */
export function Announcer() {
  const text = useSyncExternalStore(onAnnounce, () => said, () => '');
  return <div className="vh" role="status" aria-live="polite">{text}</div>;
}

function onAnnounce(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
