/** The pages whose text an operator writes; `welcome` stands on the landing page. */
export const EDITABLE_PAGES = ['welcome', 'about', 'terms', 'privacy', 'dmca'] as const;
export type EditablePage = (typeof EDITABLE_PAGES)[number];

/** Those that have an address of their own. */
export const ADDRESSED_PAGES = ['about', 'terms', 'privacy', 'dmca'] as const satisfies readonly EditablePage[];

/** Most letters of a title, and of a text. */
export const MOST_PAGE_TITLE = 120;
export const MOST_PAGE_TEXT = 100_000;
