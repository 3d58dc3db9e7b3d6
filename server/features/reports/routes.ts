import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import {
  Decision,
  NewReport,
  OwnReportPage,
  OwnReportQuery,
  Report,
  ReportPage,
  ReportQuery,
  ReportTaken,
  type OwnReport,
} from '#contract/reports.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { targetKey, findTargets, type FoundTarget } from './public/queries-targets.ts';
import { findReport, listReports, ownReports, type ReportRow } from './queries.ts';
import { decideReport, submitReport } from './reports.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['reports'];
/** Bytes of a report: the longest text in any script, and the answer to a captcha. */
const bodyLimit = 65_536;

/** Reports: sending them, seeing what came of them, and deciding them. */
export async function reportRoutes(app: App, deps: Pick<Deps, 'db' | 'secret'>): Promise<void> {
  const { db } = deps;
  const shown = async (viewing: RequestContext, rows: readonly ReportRow[]): Promise<Report[]> => {
    const targets = await findTargets(db, viewing, rows);
    return rows.map((row) => ({
      ...serializeOwn(row, targets.get(targetKey(row)) as FoundTarget),
      reporter: { username: row.username, name: row.name, email: row.email },
      decided_by: row.decided_by,
      reports: row.reports,
    }));
  };

  app.post(
    '/reports',
    {
      schema: {
        summary: 'Reports a comic, a chapter, a page, a comment or a member',
        tags,
        body: NewReport,
        response: { 201: ReportTaken },
      },
      config: { permission: 'reports.write' },
      bodyLimit,
    },
    async (request, reply) => {
      const id = await submitReport(deps, request.viewing, request.ip, request.body);
      return reply.code(201).send({ id, message: translate(request.viewing.locale, 'reports.taken.message') });
    },
  );

  app.get(
    '/account/reports',
    {
      schema: {
        summary: 'What the caller reported, and what came of it',
        tags,
        querystring: OwnReportQuery,
        response: { 200: OwnReportPage },
      },
      config: { permission: 'account.own' },
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage },
      } = request;
      const { rows, total } = await ownReports(db, requireMember(request), (page - 1) * perPage, perPage);
      const targets = await findTargets(db, viewing, rows);
      // The text of a comment is for those who may still read it.
      const data = rows.map((row) => {
        const target = targets.get(targetKey(row)) as FoundTarget;
        return serializeOwn(row, target.open ? target : { ...target, path: null, excerpt: null });
      });
      return envelope(request, { data, total, page, perPage });
    },
  );

  // The contract's table names all that staff looks after under `admin`.
  for (const path of ['/moderation/reports', '/admin/reports']) {
    app.get(
      path,
      {
        schema: {
          summary: 'Reports for moderators: open ones with the gravest first',
          tags,
          querystring: ReportQuery,
          response: { 200: ReportPage },
        },
        config: { permission: 'reports.decide' },
      },
      async (request) => {
        const {
          viewing,
          query: { state, subject, page, per_page: perPage },
        } = request;
        const { rows, total } = await listReports(db, state, subject, (page - 1) * perPage, perPage);
        return envelope(request, { data: await shown(viewing, rows), total, page, perPage });
      },
    );
  }

  app.patch(
    '/moderation/reports/:id',
    {
      schema: {
        summary: 'Decides a report and every open one about the same, and tells who sent them',
        tags,
        params: Id,
        body: Decision,
        response: { 200: Report },
      },
      config: { permission: 'reports.decide' },
      bodyLimit,
    },
    async (request) => {
      const {
        viewing,
        params: { id },
        body: { state, outcome },
      } = request;
      await decideReport(deps, viewing, requireMember(request), id, state, outcome);
      const row = await findReport(db, id);
      if (row === null) throw problem('report-not-found');
      return (await shown(viewing, [row]))[0]!;
    },
  );
}

function serializeOwn(row: ReportRow, { subject, id, title, path, excerpt }: FoundTarget): OwnReport {
  const { reason, text, state, outcome, decided_at, created_at } = row;
  return {
    id: row.id,
    target: { subject, id, title, path, excerpt },
    reason,
    text,
    state,
    outcome,
    decided_at,
    created_at,
  };
}
