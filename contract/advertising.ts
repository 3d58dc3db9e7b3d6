/** Where ads can stand: above and below the page, after a list, under a comic's pages, after a chapter. */
export const AD_SPOTS = ['top', 'bottom', 'list', 'comic', 'reader'] as const;
export type AdSpot = (typeof AD_SPOTS)[number];

/** The kinds of pages that have ads; all others, legal, account, error and staff pages among them, have none. */
export const AD_PAGES = ['home', 'list', 'terms', 'term', 'comic', 'reader'] as const;
export type AdPage = (typeof AD_PAGES)[number];

export const AD_DEVICES = ['any', 'wide', 'narrow'] as const;
export type AdDevice = (typeof AD_DEVICES)[number];

/** Seconds before another ad is put into a spot, as long as the language stays (specification, section 9). */
export const AD_SECONDS = 5;
/** Most characters of an ad's code. */
export const MAX_AD_LENGTH = 20_000;
/** Most weight: it is shown so many times as often as one with weight 1. */
export const MAX_AD_WEIGHT = 1000;

/** Where the frame of an ad is; `preview` takes any code from the page around it. */
export function adFrame(id: number | 'preview'): string {
  return `/ads/${id}`;
}
