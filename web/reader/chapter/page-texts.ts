import { createContext } from 'react';

/** Whether there are texts of the pages: then each picture points at its own. */
export const Described = createContext(false);

/** The id of the element that holds the text of a page, by the page's own id: a strip may have pages of several chapters. */
export function textId(id: number): string {
  return `text-of-${id}`;
}
