import type { AccountSettings } from '#contract/accounts.ts';
import { apiSend } from '../api.ts';
import { keepUser, userStore } from './session.ts';

/**
 * Changes some settings of the member's account; what is not named stays as it is.
 *
 * @throws ApiFailure when the API refuses them or cannot be reached.
 */
export async function saveSettings(changes: AccountSettings): Promise<void> {
  const settings = await apiSend<AccountSettings>('PATCH', '/account/settings', { body: changes });
  const user = userStore.get();
  if (user !== null) { keepUser({ ...user, settings }); }
}
