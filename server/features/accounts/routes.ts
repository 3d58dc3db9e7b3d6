import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { loginRoutes } from './routes-login.ts';
import { registrationRoutes } from './routes-registration.ts';

/** Everything of accounts. */
export async function accountRoutes(app: App, deps: Deps): Promise<void> {
  loginRoutes(app, deps);
  registrationRoutes(app, deps);
}
