import type { Deps } from '#server/deps.ts';
import { loginRoutes } from '#server/features/accounts/login/routes-login.ts';
import { registrationRoutes } from '#server/features/accounts/login/routes-registration.ts';
import { mailRoutes } from '#server/features/accounts/mails/routes-mails.ts';
import { ownAccountRoutes } from '#server/features/accounts/profile/routes-own.ts';
import { userRoutes } from '#server/features/accounts/profile/routes-users.ts';
import { providerLogoutRoutes } from '#server/features/accounts/providers/routes-provider-logout.ts';
import { providerRoutes } from '#server/features/accounts/providers/routes-providers.ts';
import type { App } from '#server/http/app-type.ts';

/** Everything of accounts. */
export async function accountRoutes(app: App, deps: Deps): Promise<void> {
  loginRoutes(app, deps);
  registrationRoutes(app, deps);
  providerRoutes(app, deps);
  await ownAccountRoutes(app, deps);
  userRoutes(app, deps);
  await app.register((scope) => mailRoutes(scope as App, deps));
  await app.register((scope) => providerLogoutRoutes(scope as App, deps));
}
