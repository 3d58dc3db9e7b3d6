import { AdminImportPage, AdminImportQuery, type AdminImport } from '#contract/imports.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { adminImports, type AdminImportRow } from './queries-admin.ts';

/** `GET /api/admin/imports`: what became of each file, in the caller's words. */
export async function importRoutes(app: App, { db }: Pick<Deps, 'db'>): Promise<void> {
  app.get(
    '/admin/imports',
    {
      schema: {
        summary: 'Files that were imported, refused or are on their way, the newest first',
        tags: ['admin imports'],
        querystring: AdminImportQuery,
        response: { 200: AdminImportPage },
      },
      config: { permission: 'imports.manage' },
    },
    async (request) => {
      const { viewing, query } = request;
      const { rows, total } = await adminImports(db, query);
      return envelope(request, {
        data: rows.map((row) => serializeImport(viewing, row)),
        total,
        page: query.page,
        perPage: query.per_page,
      });
    },
  );
}

function serializeImport({ locale }: RequestContext, { error, warnings, ...row }: AdminImportRow): AdminImport {
  return {
    ...row,
    error: error === null ? null : translate(locale, `problem.${error.code}`, error.params),
    warnings: warnings.map(({ code, params, page = null, name = null }) => ({
      message: translate(locale, `problem.${code}`, params),
      page,
      name,
    })),
    missing: warnings.filter(({ page }) => page !== undefined).length,
  };
}
