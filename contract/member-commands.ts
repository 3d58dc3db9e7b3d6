import { z } from 'zod';
import { USER_ROLES } from './accounts.ts';
import { Ban } from './comments.ts';
import { AdminUserQuery, Because, USER_STATES } from './users.ts';

/** Members that one command lists at most. */
export const MAX_LISTED_MEMBERS = 10_000;

const named = z.object({ username: z.string().min(1).max(100) });

/** Work on accounts that whoever runs the server asks for in the terminal. */
export const MemberCommand = z.discriminatedUnion('does', [
  AdminUserQuery.pick({ q: true, role: true, state: true }).extend({
    does: z.literal('list'),
    limit: z.int().min(1).max(MAX_LISTED_MEMBERS),
  }),
  named.extend({
    does: z.literal('add'),
    email: z.string().max(500),
    role: z.enum(USER_ROLES),
    password: z.string().max(2000),
  }),
  named.extend({ does: z.literal('role'), role: z.enum(USER_ROLES) }),
  named.extend({ does: z.literal('suspend'), ...Ban.shape }),
  named.extend({ does: z.literal('lift') }),
  /** A link by which the member chooses a new password. */
  named.extend({ does: z.literal('password') }),
  named.extend({ does: z.literal('delete'), ...Because.shape }),
]);
export type MemberCommand = z.infer<typeof MemberCommand>;

/** A member as the terminal shows them. */
export const ListedMember = z.object({
  username: z.string(),
  email: z.string(),
  role: z.enum(USER_ROLES),
  state: z.enum(USER_STATES),
  created_at: z.string(),
  seen_at: z.string().nullable(),
});
export type ListedMember = z.infer<typeof ListedMember>;

/** The members as they are now, of how many in all; `url` is the link that was asked for. */
export const MemberAnswer = z.object({ members: z.array(ListedMember), total: z.int(), url: z.string().nullable() });
export type MemberAnswer = z.infer<typeof MemberAnswer>;
