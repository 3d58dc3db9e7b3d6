/** The sections of moderation, and the states each can be listed by, the usual one first. */
export const MODERATION = {
  comments: ['queue', 'held', 'hidden', 'deleted', 'all'],
  reports: ['open', 'upheld', 'dismissed', 'all'],
} as const;
export type Moderated = keyof typeof MODERATION;
export type ModeratedState = (typeof MODERATION)[Moderated][number];

/** Whether a part of an address names a section. */
export function isModerated(section: string): section is Moderated {
  return section in MODERATION;
}

/** The state that an address asks for; one there is none of is the usual one. */
export function stateOf(section: Moderated, asked: string | null): ModeratedState {
  const states: readonly ModeratedState[] = MODERATION[section];
  return states.find((state) => state === asked) ?? states[0]!;
}
