import { lazy } from 'react';

/**
 * What a member does with a comic. The server draws it; its code is not part of the page's first load and follows by
 * itself, as everyone reads a comic and some favour it.
 */
export const { OwnActions } = import.meta.env.SSR ? await import('./own-actions.tsx') : {
  OwnActions: lazy(async () => ({ default: (await import('./own-actions.tsx')).OwnActions })),
};
