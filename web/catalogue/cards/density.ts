import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** How close comics stand in lists: covers with what is known of them, smaller covers with titles, one in a row. */
export const DENSITIES = ['grid', 'compact', 'rows'] as const;
export type Density = (typeof DENSITIES)[number];

/** The density of lists in this browser. `index.html` reads it, too, before the page is painted. */
export const densityStore = persistentStore<Density>(
  'komawari.density',
  (json) => DENSITIES.find((each) => each === json) ?? 'grid',
);

/** Shows lists with a density from now on: on this page, and on the next ones by what the browser keeps. */
export function chooseDensity(density: Density): void {
  densityStore.change(() => density);
  document.documentElement.dataset.density = density;
}
