import { sql } from 'kysely';
import { KIND_PATHS, type KindPath } from '#contract/taxonomy.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { createChapter } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { makeMember } from './member.ts';

/** Sessions of admins: some calls end the session of whoever makes them. */
const ADMINS = 600;
/** Of the work that all calls about one work are made for. */
const LARGE = { chapters: 500, pages: 2000, comments: 3000 } as const;

/** Who calls, and what stands in the addresses of their calls. */
export interface BlockState {
  /** Admins, each with a session of their own. */
  admins: string[];
  /** A member with 20,000 favorites where there are as many comics, 50,000 places, 5,000 ratings and all else; also an admin. */
  reader: string;
  known: Record<string, string>;
}

/** Adds to a library the members who call, and one work with much of everything. */
export async function plantBlockState(db: Db, blobs: Blobs): Promise<BlockState> {
  const admins: string[] = [];
  for (let at = 0; at < ADMINS; at += 1) {
    admins.push((await member(db, { role: 'admin' })).token);
  }
  const reader = await makeMember(db);
  await sql`update users set role = 'admin' where id = (select max(user_id) from favorites)`.execute(db);
  const { username, id } = await member(db);
  const image = await plantPicture(db, blobs);
  const made = await withTransaction(db, async (tx) => {
    const comic = await createComic(tx, { title: 'Large', terms: [], oneshot: false });
    const chapters: number[] = [];
    for (let at = 1; at <= LARGE.chapters; at += 1) {
      chapters.push((await createChapter(tx, comic.id, { number: String(at), name: 'A chapter with a name' })).id);
    }
    await sql`insert into pages (chapter_id, number, image, name)
      select ${chapters[0]!}, n, ${image}, n || '.png'
      from generate_series(1, ${LARGE.pages}::int) n`.execute(tx);
    await sql`update chapters set pages = ${LARGE.pages} where id = ${chapters[0]!}`.execute(tx);
    await publishComic(tx, comic.id);
    return { ...comic, chapter: chapters[0]! };
  });
  const text = 'What a page! The light on the water is so well drawn that I stopped reading for a while. ';
  await sql`
    insert into comments (comic_id, user_id, text, html, rendered, points)
    select ${made.id}, ${id}, ${text} || n, '<p dir="auto">' || ${text} || n || '</p>', 1, n * 7919 % 400 - 50
    from generate_series(1, ${LARGE.comments}::int) n`.execute(db);
  const { rows: terms } = await sql<{ kind: keyof typeof KIND_PATHS; slug: string }>`
    select distinct on (t.kind) t.kind, t.slug from terms t left join term_counts c on c.term_id = t.id order by t.kind, coalesce(c.safe, 0) desc`.execute(
    db,
  );
  await sql`analyze users, tokens, pages, comments`.execute(db);
  const paths = terms.map(({ kind, slug }) => [KIND_PATHS[kind] as KindPath, slug] as const);
  return {
    admins,
    reader,
    known: {
      ...Object.fromEntries(paths.map(([path, slug]) => [`${path}/slug`, slug])),
      lang: 'en',
      kind: 'tag',
      slug: made.slug,
      chapter: 'chapter-1',
      'chapters/id': String(made.chapter),
      'chapters/chapter': String(made.chapter),
      username,
      'kind/slug': paths.find(([path]) => path === 'tags')?.[1] ?? '1',
      hash: image,
      file: 'original.png',
      locale: 'en',
    },
  };
}
