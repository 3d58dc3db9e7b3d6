import { z } from 'zod';
import { MAX_FOLLOWS, MAX_HIDDEN_TERMS } from '#contract/library.ts';
import { GROUP_CHOICES } from '#contract/makers.ts';
import { MAX_SAVED_SEARCHES, MAX_SEARCH_ADDRESS, MAX_SEARCH_NAME } from '#contract/saved-searches.ts';
import { TERM_KINDS } from '#contract/taxonomy.ts';
import { plain, type ForeignAccount } from './foreign-library.ts';

/** Most people and groups of a choice that are read. */
const MAX_PEOPLE = 1_000;

const Term = z.object({ kind: z.enum(TERM_KINDS), slug: z.string().max(300) });
const People = z
  .array(z.object({ username: z.string().max(100) }))
  .max(MAX_PEOPLE)
  .default([]);

/** The parts of our own export that are about the account; `queries-export.ts` writes them. */
export const ACCOUNT = {
  follows: z.array(Term).max(MAX_FOLLOWS).default([]),
  hidden: z.array(Term).max(MAX_HIDDEN_TERMS).default([]),
  chosen_groups: z
    .array(z.object({ slug: z.string().max(300), choice: z.enum(GROUP_CHOICES) }))
    .max(MAX_PEOPLE)
    .default([]),
  blocked_uploaders: People,
  blocked: People,
  saved_searches: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(MAX_SEARCH_NAME),
        query: z.string().max(MAX_SEARCH_ADDRESS),
        followed_at: z.string().nullish(),
        terms: z
          .array(Term.extend({ id: z.int().min(1) }))
          .max(1_000)
          .default([]),
      }),
    )
    .max(MAX_SAVED_SEARCHES)
    .default([]),
};

/** The words of an export on its member besides comics. */
export function toAccount(read: z.infer<z.ZodObject<typeof ACCOUNT>>): ForeignAccount {
  const term = ({ kind, slug }: z.infer<typeof Term>) => ({ kind, slug: plain(slug) });
  const names = (people: { username: string }[]) => people.map(({ username }) => plain(username));
  return {
    follows: read.follows.map(term),
    hidden: read.hidden.map(term),
    groups: read.chosen_groups.map(({ slug, choice }) => ({ kind: 'group', slug: plain(slug), choice })),
    uploaders: names(read.blocked_uploaders),
    members: names(read.blocked),
    searches: read.saved_searches.map(({ name, query, followed_at: followedAt, terms }) => ({
      name: plain(name),
      query,
      followed: Boolean(followedAt),
      terms: terms.map((each) => ({ ...term(each), id: each.id })),
    })),
  };
}
