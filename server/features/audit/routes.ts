import { Readable } from 'node:stream';
import { AuditExport, AuditPage, AuditQuery, type AuditEntry, type AuditFilters } from '#contract/audit.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { auditBefore, auditEntries } from './queries.ts';

const tags = ['audit'];
const read = { permission: 'audit.read' } as const;
/** Entries that are read at once for a file. */
const AT_ONCE = 500;
const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const;

/** Routes of the audit log: searched, and as a file. */
export async function auditRoutes(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  app.get(
    '/admin/audit',
    {
      schema: {
        summary: 'What staff did, the newest first',
        tags,
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
      config: read,
    },
    async (request) => {
      const { page, per_page: perPage, ...filters } = request.query;
      const { rows, total } = await auditEntries(db, filters, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.get(
    '/admin/audit/export',
    {
      schema: { summary: 'The same as a file, line by line while it is read', tags, querystring: AuditExport },
      config: read,
    },
    async (request, reply) => {
      const { format, ...filters } = request.query;
      const day = utcDay(now());
      // A query the database cannot answer is refused before a line is sent.
      await auditBefore(db, filters, Number.MAX_SAFE_INTEGER, 1);
      void reply.type(TYPES[format]).headers({
        'content-disposition': `attachment; filename="audit-${day}.${format}"`,
        'cache-control': 'no-store',
      });
      return reply.send(
        Readable.from(format === 'csv' ? toCsv(db, filters) : toLines(db, filters), { objectMode: false }),
      );
    },
  );
}

async function* batches(db: Db, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  for (
    let before = Number.MAX_SAFE_INTEGER, rows = await auditBefore(db, filters, before, AT_ONCE);
    rows.length > 0;
    rows = await auditBefore(db, filters, before, AT_ONCE)
  ) {
    before = rows.at(-1)!.id;
    yield rows;
  }
}

async function* toLines(db: Db, filters: AuditFilters): AsyncGenerator<string> {
  for await (const rows of batches(db, filters)) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

async function* toCsv(db: Db, filters: AuditFilters): AsyncGenerator<string> {
  // The mark tells spreadsheets the encoding.
  yield '\ufeffid,created_at,user_id,username,action,subject,subject_id,title,details\r\n';
  for await (const rows of batches(db, filters)) {
    yield rows
      .map(
        (row) =>
          `${[
            row.id,
            row.created_at,
            row.user?.id,
            row.user?.username,
            row.action,
            row.subject,
            row.subject_id,
            row.title,
            JSON.stringify(row.details),
          ]
            .map(cell)
            .join(',')}\r\n`,
      )
      .join('');
  }
}

/** A cell that no spreadsheet takes for a formula. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
