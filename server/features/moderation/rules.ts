import type { Act, QueueKind } from '#contract/moderation.ts';

/** An item of the queue as its name says; `number` is the id of the reported thing, of the comment, review or notice. */
export interface Item {
  id: string;
  kind: QueueKind;
  subject: string;
  number: number;
}

/** Reads the name of an item, which has the form of `ItemId`. */
export function parseItem(id: string): Item {
  const [kind = '', ...rest] = id.split('.');
  return {
    id,
    kind: kind as QueueKind,
    subject: kind === 'report' ? rest[0]! : kind === 'comment' ? 'comment' : 'comic',
    number: Number(rest.at(-1)),
  };
}

const ON_COMMENTS: readonly Act[] = ['dismiss', 'hide', 'delete', 'ban'];

/** The actions that can be decided about an item, the mildest first. */
export function availableActions({ kind, subject }: Pick<Item, 'kind' | 'subject'>): readonly Act[] {
  switch (kind) {
    case 'comment':
      return ['show', 'hide', 'delete', 'ban'];
    case 'review':
      return ['approve', 'refuse'];
    case 'takedown':
      return ['reject', 'takedown', 'restore'];
    case 'report':
      return subject === 'comment'
        ? ON_COMMENTS
        : subject === 'user'
          ? ['dismiss', 'uphold', 'ban']
          : subject === 'group'
            ? ['dismiss', 'uphold']
            : ['dismiss', 'uphold', 'rating', 'unlist', 'remove'];
  }
}
