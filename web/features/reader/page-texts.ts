import { createContext } from 'react';

/** Whether there are texts of the pages: then each picture points at its own. */
export const Described = createContext(false);

/** The id of the element that holds the text of a page. */
export function textId(page: number): string {
  return `text-of-${page}`;
}
