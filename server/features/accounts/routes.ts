import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { loginRoutes } from './routes-login.ts';
import { mailRoutes } from './routes-mails.ts';
import { ownAccountRoutes } from './routes-own.ts';
import { registrationRoutes } from './routes-registration.ts';
import { userRoutes } from './routes-users.ts';

/** Everything of accounts. */
export async function accountRoutes(app: App, deps: Deps): Promise<void> {
  loginRoutes(app, deps);
  registrationRoutes(app, deps);
  await ownAccountRoutes(app, deps);
  userRoutes(app, deps);
  await app.register((scope) => mailRoutes(scope as App, deps));
}
