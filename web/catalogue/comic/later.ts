import { lazy } from 'react';

// On its way from the start: a press should not have to wait.
const acts = import.meta.env.SSR ? undefined : import('./comic-actions.tsx');
const save = import.meta.env.SSR ? undefined : import('#web/library/offline/save-button.tsx');
// Not every comic shows them.
for (const part of [acts, save]) { part?.catch(() => {}); }

/**
 * The actions on a comic beside reading it, and what a premium one says. The server draws it; its code is not part
 * of the page's first load and follows by itself.
 */
export const { OwnActions, BarHeart, ShareButton, PremiumOffer, SaveButton, ShowAdults } = import.meta.env.SSR
  ? { ...await import('./comic-actions.tsx'), ...await import('./share-button.tsx'), ...await import('#web/catalogue/premium/premium-offer.tsx'), ...await import('#web/library/offline/save-button.tsx'), ...await import('#web/legal/age/nsfw-notice.tsx') }
  : {
    OwnActions: lazy(async () => ({ default: (await acts!).OwnActions })),
    BarHeart: lazy(async () => ({ default: (await acts!).BarHeart })),
    ShareButton: lazy(async () => ({ default: (await import('./share-button.tsx')).ShareButton })),
    SaveButton: lazy(async () => ({ default: (await save!).SaveButton })),
    ShowAdults: lazy(async () => ({ default: (await import('#web/legal/age/nsfw-notice.tsx')).ShowAdults })),
    PremiumOffer: lazy(async () => ({ default: (await import('#web/catalogue/premium/premium-offer.tsx')).PremiumOffer })),
  };
