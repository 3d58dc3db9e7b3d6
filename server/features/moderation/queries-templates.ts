import { sql } from 'kysely';
import type { Template } from '#contract/moderation.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';

/** Every template, those of an act together. */
export async function templates(db: Db): Promise<Template[]> {
  const { rows } =
    await sql<Template>`select id, act, texts from decision_templates order by act, position, id`.execute(db);
  return rows;
}

/** Changes a template, or adds one (`id` null), and writes down who did. @returns it; null where there is none of this id. */
export function putTemplate(
  db: Db,
  id: number | null,
  { act, texts }: Omit<Template, 'id'>,
  by: number,
): Promise<Template | null> {
  const json = JSON.stringify(texts);
  return withTransaction(db, async (tx) => {
    const {
      rows: [row],
    } =
      id === null
        ? await sql<Template>`insert into decision_templates (act, texts) values (${act}, ${json}::jsonb) returning id, act, texts`.execute(
            tx,
          )
        : await sql<Template>`update decision_templates set act = ${act}, texts = ${json}::jsonb where id = ${id} returning id, act, texts`.execute(
            tx,
          );
    if (!row) return null;
    await audit(tx, {
      userId: by,
      action: id === null ? 'template.create' : 'template.edit',
      subject: 'template',
      subjectId: row.id,
      details: { act, texts },
    });
    return row;
  });
}

/** Takes a template away; whether there was one. */
export function dropTemplate(db: Db, id: number, by: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const {
      rows: [row],
    } = await sql<Template>`delete from decision_templates where id = ${id} returning id, act, texts`.execute(tx);
    if (row) {
      await audit(tx, {
        userId: by,
        action: 'template.delete',
        subject: 'template',
        subjectId: id,
        details: { before: { act: row.act, texts: row.texts } },
      });
    }
    return row !== undefined;
  });
}
