import { z } from 'zod';
import { ProfileUser } from '#contract/accounts.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { publicUser } from '#server/http/public-user.ts';
import { parseUsername } from './names.ts';
import { findProfile } from './queries-users.ts';

/** `GET /api/users/{username}`: what everyone may know of a member; never an address. */
export function userRoutes(app: App, deps: Pick<Deps, 'reads' | 'secret' | 'now'>): void {
  app.get(
    '/users/:username',
    {
      schema: {
        summary: 'A member',
        tags: ['people'],
        params: z.object({ username: z.string().max(200) }),
        response: { 200: ProfileUser },
      },
      config: { permission: 'users.read' },
    },
    async ({ params, viewing }) => {
      const row = await findProfile(deps.reads, viewing, parseUsername(params.username));
      if (!row) throw problem('user-not-found');
      const { user, ...more } = row;
      return { ...publicUser(deps, viewing, user), ...more };
    },
  );
}
