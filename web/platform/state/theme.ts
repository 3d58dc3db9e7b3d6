import { writeCookie, writeLocal } from './browser-storage.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** Shows the site in a theme from now on: on this page, and on the next ones by what the browser keeps. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeLocal('theme', theme);
  writeCookie('theme', theme);
}
