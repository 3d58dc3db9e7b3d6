import { createStore } from '#web/platform/state/store.ts';
import { readAccessToken } from './session.ts';

/** The forms of the popup; it changes between them without leaving the page. */
export type AuthForm = 'login' | 'register' | 'reset';

/** The things a guest wanted to do; each has a sentence `auth.why.<reason>` that says why to sign in. */
export type SignInReason =
  | 'favorite'
  | 'comment'
  | 'vote'
  | 'reaction'
  | 'rating'
  | 'follow'
  | 'list'
  | 'shelf'
  | 'download'
  | 'premium'
  | 'report';

/** The popup as it stands open. */
export interface AuthPopup {
  form: AuthForm;
  why: SignInReason | null;
}

const popup = createStore<AuthPopup | null>(null);
let waiting: ((signedIn: boolean) => void)[] = [];

/**
 * Opens the popup to sign in, from anywhere, and says why it is asked. True once the visitor is signed in (at once for
 * a member), false when the popup is closed before.
 */
export function promptSignIn(why: SignInReason | null = null): Promise<boolean> {
  if (readAccessToken() !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
    openAuth('login', why);
  });
}

/** Opens the popup, or changes its form. */
export function openAuth(form: AuthForm, why: SignInReason | null = popup.get()?.why ?? null): void {
  popup.set({ form, why });
}

/** Closes the popup and tells everyone who asked whether the visitor is signed in now. */
export function closeAuth(): void {
  const answered = waiting;
  waiting = [];
  popup.set(null);
  for (const answer of answered) {
    answer(readAccessToken() !== null);
  }
}

/** The popup as it stands open, rendered again when that changes; null while it is closed. */
export function useAuthPopup(): AuthPopup | null {
  return popup.use();
}
