import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openDatabase, withTransaction, type Db } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { catalogue } from '../synthetic/catalogue.ts';
import { limitedTerms, READERS, type Reader } from './mix-requests.ts';
import type { Place } from './mix-places.ts';

/** Comics on the shelf of whoever blocks groups: as many as a shelf is asked to hold. */
const SHELVED = 20_000;
/** Groups that they block. */
const BLOCKED = 5;
/** One comic in so many is talked about, scored and has credits. */
const TALKED = 10;

/**
 * Makes the members that the mix asks as, in a seeded database that no server has open, and what they said: on every tenth
 * comic a comment with a reaction, a review, a score, and who made its chapter. Returns what signs each of them in.
 */
export async function makeReaders({ database }: Place): Promise<Record<Reader, string>> {
  const opened = await openDatabase(database);
  try {
    const members = await Promise.all(READERS.map(() => makeReader(opened.db)));
    const [limited, blocking] = members as [Member, Member];
    await limit(opened.db, limited.id);
    await block(opened.db, blocking.id);
    await talk(opened.db, blocking.id);
    return Object.fromEntries(READERS.map((reader, index) => [reader, members[index]!.token])) as Record<
      Reader,
      string
    >;
  } finally {
    await opened.close();
  }
}

interface Member {
  id: number;
  token: string;
}

async function makeReader(db: Db): Promise<Member> {
  const name = `reader${randomBytes(4).toString('hex')}`;
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into users (username, username_key, email, password, verified_at, created_at)
      values (${name}, ${name}, ${`${name}@example.test`}, '-', now(), now() - interval '1 year') returning id)
    insert into tokens (hash, user_id, purpose, expires_at)
    select ${hashSecret(token)}, id, 'access', now() + interval '1 day' from made returning user_id as id`.execute(db);
  return { id: rows[0]!.id, token };
}

async function limit(db: Db, id: number): Promise<void> {
  await sql`
    with made as (insert into content_limits (user_id, rating) values (${id}, 'suggestive') returning id)
    insert into limit_terms (limit_id, term_id) select made.id, term from made, unnest(${limitedTerms(catalogue())}::int[]) term`.execute(
    db,
  );
}

async function block(db: Db, id: number): Promise<void> {
  const { termAt } = catalogue();
  const groups = Array.from({ length: BLOCKED }, (_, rank) => termAt('group', 40 + rank));
  await sql`insert into chosen_groups (user_id, term_id, choice) select ${id}, unnest(${groups}::int[]), 'blocked'`.execute(
    db,
  );
  await sql`insert into shelved_comics (user_id, comic_id, shelf, updated_at)
    select ${id}, id, 'reading', now() - make_interval(secs => id) from comics order by id limit ${SHELVED}`.execute(
    db,
  );
}

/** Only in a database that has nothing of it yet. */
async function talk(db: Db, id: number): Promise<void> {
  const { rows } = await sql`select from comments limit 1`.execute(db);
  if (rows.length > 0) return;
  await withTransaction(db, async (tx) => {
    // On a busy machine each of these may take minutes.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into comments (comic_id, user_id, text, html)
      select id, ${id}, 'A line', '<p>A line</p>' from comics where id % ${TALKED} = 0`.execute(tx);
    await sql`insert into comments (review_of, user_id, text, html)
      select id, ${id}, 'A review', '<p>A review</p>' from comics where id % ${TALKED} = 0`.execute(tx);
    await sql`insert into comment_reactions (comment_id, user_id, kind)
      select id, ${id}, 1 + id % 6 from comments where comic_id is not null`.execute(tx);
    await sql`insert into ratings (user_id, comic_id, score)
      select ${id}, id, 1 + id % 10 from comics where id % ${TALKED} = 0`.execute(tx);
    await sql`insert into chapter_credits (chapter_id, place, role, name)
      select id, 0, 'translator', 'Translator ' || id % 500 from all_chapters where comic_id % ${TALKED} = 0`.execute(
      tx,
    );
  });
  await sql.raw('analyze').execute(db);
}
