import { sql, type RawBuilder } from 'kysely';
import { normalise } from '#server/search/normalise.ts';

/** More conditions of a statement: that each word of a text is part of one of the titles of the comic `c`, however it is written; none for ''. */
export function withWords(text: string): RawBuilder<unknown> {
  const words = normalise(text).split(' ').filter(Boolean);
  return sql.join(
    words.map((word) => sql`and strpos(c.search, ${word}) > 0`),
    sql` `,
  );
}
