import { z } from 'zod';

/** The reactions there are, in the order they are shown; a member has one to a comment or a chapter at most. */
export const REACTIONS = ['like', 'love', 'laugh', 'surprise', 'sad', 'angry'] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Reactions that a member gives, changes and takes back in an hour. */
export const REACTIONS_PER_HOUR = 300;

/** How many members gave each; what nobody gave is missing. */
export const ReactionCounts = z.partialRecord(z.enum(REACTIONS), z.int());
export type ReactionCounts = z.infer<typeof ReactionCounts>;

/** The caller's own from now on; null takes it back. */
export const ReactionDraft = z.object({ reaction: z.enum(REACTIONS).nullable() });

/** The reactions that members gave, and the caller’s own. */
export const Reacted = z.object({ reactions: ReactionCounts, reaction: z.enum(REACTIONS).nullable() });
export type Reacted = z.infer<typeof Reacted>;
