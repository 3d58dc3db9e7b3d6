import { createStore } from '#web/platform/state/store.ts';

const announced = createStore('');

/** Tells people who listen to the page what has changed (results, alerts, page turns); `text` is a whole sentence. */
export function announce(text: string): void {
  // A text said twice is announced twice only if it differs.
  announced.set(text === announced.get() ? `${text}\u00a0` : text);
}

/** The live region `announce` speaks through; it stands once in every page. */
export function Announcer() {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {announced.use()}
    </div>
  );
}
