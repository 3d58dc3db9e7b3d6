import { sql } from 'kysely';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { linkIdsFor, officialLinksFor } from '#server/db/queries/links.ts';
import { relationsFor } from '#server/db/queries/relations.ts';
import { volumesFor } from './queries-volumes.ts';
import { byKind, type ComicFields } from './fields.ts';

type Row = Omit<ComicFields, KindPath | 'chapters'> & {
  terms: number[];
  chapters: { id: number; number: string | null; name: string; pages: number }[];
};

/** Holds a comic until the end of the transaction: nobody else changes it meanwhile. Its version, or null where there is none. */
export async function holdComic(tx: Tx, id: number): Promise<{ version: number } | null> {
  const { rows } = await sql<{ version: number }>`select version from comics where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Everything that revisions tell of a comic, as it is now. @throws Error where there is none. */
export async function getFields(db: Db | Tx, id: number): Promise<ComicFields> {
  const { rows } = await sql<Row>`
    select c.title, c.alternative_title, c.description, c.slug, c.linkcode, c.rating, c.status, c.direction, c.translated, c.speechless, c.rewritten,
      c.premium, ${moment('premium_until')} as premium_until, c.released_on::text as released_on, c.work_key, ${moment('uploaded_at')} as uploaded_at,
      c.cover, c.locked, c.state, ${moment('publish_at')} as publish_at, c.removed_reason, c.terms,
      coalesce((select jsonb_object_agg(t.locale, jsonb_build_object('title', t.title, 'description', t.description))
        from comic_translations t where t.comic_id = c.id), '{}') as translations,
      coalesce((select jsonb_agg(w order by w.id) from ${relationsFor(sql`c.id`)} w), '[]') as relations,
      ${linkIdsFor(sql`c.id`)} as links, ${officialLinksFor(sql`c.id`)} as official_links,
      coalesce((select jsonb_agg(w order by w.volume) from ${volumesFor(sql`c.id`)} w), '[]') as volumes,
      coalesce((select jsonb_agg(jsonb_build_object('id', h.id, 'number', h.number, 'name', h.name, 'pages', h.pages) order by h.position, h.id)
        from all_chapters h where h.comic_id = c.id), '[]') as chapters
    from comics c where c.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no comic ${id}`);
  const { terms, chapters, ...fields } = row;
  return {
    ...fields,
    ...byKind(terms, await findKinds(db, terms)),
    chapters: chapters.map((chapter) =>
      `#${chapter.id} ${chapter.number ?? ''} ${chapter.name} (${chapter.pages})`.replace(/ +/g, ' '),
    ),
  };
}

/** The kind of each of these terms. */
export async function findKinds(db: Db | Tx, terms: readonly number[]): Promise<Map<number, TermKind>> {
  if (terms.length === 0) return new Map();
  const { rows } = await sql<{
    id: number;
    kind: TermKind;
  }>`select id, kind from terms where id = any(${[...new Set(terms)]}::int[])`.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** A moment of `c` as ISO 8601 in UTC, to the millisecond. */
export function moment(column: string) {
  return sql<string | null>`to_char(c.${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
