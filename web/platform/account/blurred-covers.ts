import { BLUR_CHOICES, type BlurChoice } from '#contract/accounts.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** The covers that are blurred in this browser. `index.html` reads it, too, before the page is painted. */
export const blurStore = persistentStore<BlurChoice>(
  'komawari.blurred',
  (json) => BLUR_CHOICES.find((each) => each === json) ?? 'none',
);

/** Blurs covers from now on: on this page, and on the next ones by what the browser keeps. */
export function keepBlur(choice: BlurChoice): void {
  if (choice !== blurStore.get()) {
    blurStore.change(() => choice);
  }
  document.documentElement.dataset.blurred = choice;
}
