/** The pages whose text an operator writes; `welcome` stands on the landing page. */
export const EDITABLE_PAGES = ['welcome', 'about', 'terms', 'privacy', 'rules', 'dmca', 'contact'] as const;
export type EditablePage = (typeof EDITABLE_PAGES)[number];

/** Those that have an address of their own. */
export const ADDRESSED_PAGES = ['about', 'terms', 'privacy', 'rules', 'dmca', 'contact'] as const satisfies readonly EditablePage[];

/** Those that have a text of their own until an operator writes one. */
export const TEMPLATE_PAGES = ['terms', 'privacy', 'rules', 'dmca', 'contact'] as const satisfies readonly EditablePage[];

/** Pages that the site writes itself, of what moderators did: the log of takedowns, and figures. */
export const RECORD_PAGES = ['takedowns', 'transparency'] as const;

/** Most letters of a title, and of a text: more than any terms of use have, and no more than what is made HTML of between two answers. */
export const MAX_PAGE_TITLE = 120;
export const MAX_PAGE_TEXT = 50_000;
