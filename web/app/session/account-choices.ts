import type { AccountSettings } from '#contract/accounts.ts';
import type { AgeStep } from '#contract/age.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { changeUser, readAccessToken, userStore } from '#web/platform/session/session.ts';
import { THEMES } from '#contract/site.ts';

/**
 * Keeps in the account, too, what a member chooses by the controls of every page: ratings, language, theme (decisions,
 * "What is listed to whom"). It listens to the document, so that those controls stay what they are for guests.
 */
export function followChoices(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement)) return;
    // Where an age check is owed the choice is kept once it is passed.
    if (submitter instanceof HTMLButtonElement && submitter.name === 'nsfw' && !('owed' in form.dataset)) {
      void keep({ nsfw: submitter.value === 'true' });
    }
    if (form.method === 'post' && form.action.endsWith('/age') && readAccessToken() !== null) {
      passAsMember(event, form);
    }
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (link) {
      void keep({ locale: link.hreflang as NonNullable<AccountSettings['locale']> });
    }
  });
  const page = document.documentElement;
  new MutationObserver(() => {
    const theme = THEMES.find((each) => each === page.dataset.theme);
    if (theme !== undefined && theme !== userStore.get()?.settings.theme) {
      void keep({ theme });
    }
  }).observe(page, { attributeFilter: ['data-theme'] });
}

/** A member's age check is kept in their account. Where that fails the form is sent as a guest's. */
function passAsMember(event: SubmitEvent, form: HTMLFormElement): void {
  event.preventDefault();
  const next = form.elements.namedItem('next');
  const step =
    next instanceof HTMLInputElement
      ? apiPost<AgeStep>('/age', { body: { next: next.value } })
      : apiSend<AgeStep>('DELETE', '/age');
  step.then(
    ({ location }) => window.location.assign(location),
    () => form.submit(),
  );
}

/**
 * Keeps a choice, after those of its kind that were made before. The call may end after the page that made it; the browser keeps
 * the choice where it fails.
 */
async function keep(changes: AccountSettings): Promise<void> {
  const token = readAccessToken();
  if (token === null) return;
  const choose = () => changeUser(token, (user) => ({ ...user, settings: { ...user.settings, ...changes } }));
  // At once: who goes back to what was kept before chooses that, too.
  choose();
  const answer = await inTurn(`choice of ${Object.keys(changes).join()}`, () =>
    apiSend<AccountSettings>('PATCH', '/account/settings', { body: changes, keepalive: true }),
  );
  // Again, whatever was heard of the account meanwhile; of the answer nothing else, as others may have been chosen since.
  if ('value' in answer && answer.isLast) {
    choose();
  }
}
