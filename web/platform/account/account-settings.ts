import type { AccountSettings } from '#contract/accounts.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { changeUser, readAccessToken } from '#web/platform/session/session.ts';

/**
 * Changes some settings of the member's account; what is not named stays as it is.
 *
 * @throws ApiFailure when the API refuses them or cannot be reached.
 */
export async function saveSettings(changes: AccountSettings): Promise<void> {
  const token = readAccessToken();
  const settings = await apiSend<AccountSettings>('PATCH', '/account/settings', { body: changes });
  changeUser(token, (user) => ({ ...user, settings }));
}
