import { lazyPart } from '#web/ui/page/lazy.tsx';

/*
 * The actions on a comic beside reading it, and what a premium one says. The server draws it; its code is not part
 * of the page's first load and follows by itself.
 */

export const OwnActions = lazyPart(async () => (await import('./comic-actions.tsx')).OwnActions, {
  whenMissing: 'fail',
  when: 'early',
  waiting: ActionsSpace,
  onServer: true,
});
export const BarHeart = lazyPart(async () => (await import('./comic-actions.tsx')).BarHeart, {
  whenMissing: 'fail',
  when: 'early',
  onServer: true,
});
export const SaveButton = lazyPart(async () => (await import('#web/library/offline/save-button.tsx')).SaveButton, {
  whenMissing: 'fail',
  when: 'early',
  onServer: true,
});
export const ShareButton = lazyPart(async () => (await import('./share-button.tsx')).ShareButton, {
  whenMissing: 'fail',
  onServer: true,
});
export const ShowAdults = lazyPart(async () => (await import('#web/legal/age/nsfw-notice.tsx')).ShowAdults, {
  whenMissing: 'fail',
  onServer: true,
});
export const PremiumOffer = lazyPart(
  async () => (await import('#web/catalogue/premium/premium-offer.tsx')).PremiumOffer,
  { whenMissing: 'fail', onServer: true },
);

/** Keeps the height of the actions. */
function ActionsSpace() {
  return (
    <div className="comic__own">
      <span className="btn" style={{ visibility: 'hidden' }} />
    </div>
  );
}
