import type { Theme } from '#contract/site.ts';
import { writeCookie, writeLocal } from './browser-storage.ts';

/** Shows the site in a theme from now on: on this page, and on the next ones by what the browser keeps. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeLocal('theme', theme);
  writeCookie('theme', theme);
}
