import { lazy } from 'react';

// On its way from the start: a press should not have to wait.
const acts = import.meta.env.SSR ? undefined : import('./own-actions.tsx');
const save = import.meta.env.SSR ? undefined : import('#web/kept/save-button.tsx');

/**
 * What is done with a comic beside reading it, and what a premium one says. The server draws it; its code is not part
 * of the page's first load and follows by itself.
 */
export const { OwnActions, ShareButton, PremiumOffer, ChapterMarks, SaveButton } = import.meta.env.SSR
  ? { ...await import('./own-actions.tsx'), ...await import('./share-button.tsx'), ...await import('#web/premium-offer.tsx'), ...await import('./chapter-marks.tsx'), ...await import('#web/kept/save-button.tsx') }
  : {
    OwnActions: lazy(async () => ({ default: (await acts!).OwnActions })),
    ShareButton: lazy(async () => ({ default: (await import('./share-button.tsx')).ShareButton })),
    ChapterMarks: lazy(async () => ({ default: (await import('./chapter-marks.tsx')).ChapterMarks })),
    SaveButton: lazy(async () => ({ default: (await save!).SaveButton })),
    PremiumOffer: lazy(async () => ({ default: (await import('#web/premium-offer.tsx')).PremiumOffer })),
  };
