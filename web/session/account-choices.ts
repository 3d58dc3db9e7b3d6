import type { AccountSettings } from '#contract/accounts.ts';
import { apiSend } from '../api.ts';
import { keepUser, readToken, userStore } from './session.ts';
import { THEMES } from '../theme.ts';

/**
 * Keeps in the account, too, what a member chooses by the controls of every page: ratings, language, theme (decisions,
 * "What is listed to whom"). It listens to the document, so that those controls stay what they are for guests.
 */
export function followChoices(): void {
  document.addEventListener('submit', ({ submitter }) => {
    if (submitter instanceof HTMLButtonElement && submitter.name === 'nsfw') { keep({ nsfw: submitter.value === 'true' }); }
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (link) { keep({ locale: link.hreflang as NonNullable<AccountSettings['locale']> }); }
  });
  const page = document.documentElement;
  new MutationObserver(() => {
    const theme = THEMES.find((each) => each === page.dataset.theme);
    if (theme !== undefined && theme !== userStore.get()?.settings.theme) { keep({ theme }); }
  }).observe(page, { attributeFilter: ['data-theme'] });
}

/** The call may end after the page that made it; the browser keeps the choice where it fails. */
function keep(changes: AccountSettings): void {
  if (readToken() === null) { return; }
  apiSend<AccountSettings>('PATCH', '/account/settings', { body: changes, keepalive: true }).then((settings) => {
    const user = userStore.get();
    if (user !== null) { keepUser({ ...user, settings }); }
  }, () => {});
}
