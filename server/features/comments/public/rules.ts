import { MAX_REPLY_DEPTH } from '#contract/comments.ts';

/**
 * Characters that nobody sees but that turn the text around it, hides in it or passes for nothing: control characters, marks and
 * overrides of direction, zero-width and filler characters, tags, private use. Joiners stay, for Persian, Indic scripts
 * and emoji are written with them, and so do the Arabic signs that Unicode calls formats though they are seen.
 */
const UNSEEN =
  /(?![\n\u200c\u200d\u0600-\u0605\u06dd\u08e2])[\p{Cc}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;
/** More marks on one letter than any script has. */
const PILED_MARKS = /(\p{M}{6})\p{M}+/gu;

/**
 * The text of a comment as it is kept: NFC, without what hides or misleads, lines ended by `\n`, at most one empty line
 * between two, no space around it. Empty where nothing can be seen.
 */
export function cleanText(text: string): string {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return /[^\s\u200c\u200d\p{M}]/u.test(cleaned) ? cleaned : '';
}

/** How many characters a text has, as a person counts code points. */
export function commentLength(text: string): number {
  let letters = 0;
  for (const _ of text) {
    letters += 1;
  }
  return letters;
}

/** Where a reply is shown: inside what it answers, or beside it where that stands deepest already. */
export function placeUnder(parent: { id: number; root_id: number | null; under_id: number | null; depth: number }): {
  root_id: number;
  under_id: number;
  depth: number;
} {
  const root_id = parent.root_id ?? parent.id;
  return parent.depth < MAX_REPLY_DEPTH
    ? { root_id, under_id: parent.id, depth: parent.depth + 1 }
    : { root_id, under_id: parent.under_id ?? root_id, depth: parent.depth };
}

/** Whether a member may decide about what another does: only about those below, and never about themselves. */
export function mayModerate(
  actor: { id: number | null; role: string },
  target: { id: number | null; role: string },
): boolean {
  const ranks = ['guest', 'user', 'uploader', 'moderator', 'admin'];
  return (
    actor.id !== target.id &&
    ranks.indexOf(actor.role) >= ranks.indexOf('moderator') &&
    (actor.role === 'admin' ? target.role !== 'admin' : ranks.indexOf(target.role) < ranks.indexOf(actor.role))
  );
}
