import { z } from 'zod';
import { PublicUser } from './accounts.ts';
import { TermRef } from './taxonomy.ts';

/** Most groups that a member blocks and prefers, and most uploaders they block: their browser keeps the ids in a cookie. */
export const MAX_BLOCKED_GROUPS = 100;
export const MAX_PREFERRED_GROUPS = 50;
export const MAX_BLOCKED_UPLOADERS = 100;

/** How a member chooses a group: its chapters are stepped over, or its version of a chapter is taken first. */
export const GROUP_CHOICES = ['preferred', 'blocked'] as const;
export type GroupChoice = (typeof GROUP_CHOICES)[number];
export const GroupChoiceBody = z.object({ choice: z.enum(GROUP_CHOICES) });

/** Whose chapters a member steps over, and whose they take first; each the latest first. */
export const Makers = z.object({
  preferred: z.array(TermRef),
  blocked: z.array(TermRef),
  uploaders: z.array(PublicUser),
});
export type Makers = z.infer<typeof Makers>;
