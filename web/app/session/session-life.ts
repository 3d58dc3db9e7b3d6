import { followChoices } from './account-choices.ts';
import { isAccountRefreshed, refreshAccount } from '#web/platform/account/session-refresh.ts';
import { readAccessToken, userStore } from '#web/platform/session/session.ts';
import { keepRatings } from '#web/platform/account/ratings-cookie.ts';
import { keepBlur } from '#web/platform/account/blurred-covers.ts';
import { keepLimit } from '#web/platform/account/limit-cookie.ts';
import { keepTitles } from '#web/platform/account/titles-choice.ts';
import { readLocal } from '#web/platform/state/browser-storage.ts';

/**
 * Follows who is here from now on. Where a token is kept the account is read anew, once for each load (unless the marks
 * of the page did so already). After every change, in any tab, `showAgain` reads what the page shows anew, and what this
 * browser remembers becomes one with the account, or parts from it; what was saved that only another member may read goes.
 */
export function watchSession(before: number | null, showAgain: () => void): void {
  let last = before;
  const share = (id: number | null) =>
    import('#web/library/sync/library-sync.ts').then(
      ({ startLibrarySync, stopLibrarySync }) => (id === null ? stopLibrarySync() : startLibrarySync(id, showAgain)),
      () => {},
    );
  const part = (id: number | null) =>
    import('#web/library/offline/offline-store.ts').then(
      ({ removeOtherAccounts }) => removeOtherAccounts(id),
      () => {},
    );
  const follow = () => {
    const page = document.documentElement;
    page.toggleAttribute('data-member', readAccessToken() !== null);
    const user = userStore.get();
    keepRatings(user?.settings.ratings);
    keepLimit(user?.limit);
    // Who leaves keeps what they saw, as with the theme.
    if (user !== null) {
      keepTitles(user.settings.titles ?? 'translated');
      keepBlur(user.settings.blurred ?? 'none');
    }
    page.toggleAttribute('data-ad-free', user?.ad_free ?? false);
    page.toggleAttribute('data-warned', user !== null && (!user.verified || user.two_factor_owed || user.terms_due));
    const id = whoIsHere();
    if (id === last) return;
    last = id;
    showAgain();
    void share(id);
    void part(id);
  };
  userStore.watch(follow);
  // A page that was put away hears of no other tab.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      follow();
    }
  });
  follow();
  followChoices();
  // A session may have ended while this page was not open.
  if (before !== null || readLocal('komawari.shared') !== null) {
    void share(before);
    void part(before);
  }
  if (readAccessToken() !== null && !isAccountRefreshed()) {
    void refreshAccount();
  }
}

/** The id of the member who is signed in; null for a guest, and while only the token is known. */
function whoIsHere(): number | null {
  return readAccessToken() === null ? null : (userStore.get()?.id ?? null);
}
