import { z } from 'zod';
import { SettingsChange, SettingsConflict, SettingsRevision, SiteSettings } from '#contract/site-settings.ts';
import { ConfigError, describeIssue } from '#server/config/errors.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import {
  changedSince,
  changeSettings,
  getSettings,
  restoreSettings,
  SettingsChanged,
  settingsHistory,
} from './site-settings.ts';

const tags = ['site'];
const config = { permission: 'settings.manage' } as const;
/** Changes that are answered at once. */
const AT_ONCE = 50;
const Revision = z.coerce.number().int().min(0).max(2_147_483_647);
const Refusal = z.object({
  message: z.string(),
  code: z.literal('request-invalid'),
  errors: z.record(z.string(), z.array(z.string())),
});
const answers = { 200: SiteSettings, 412: SettingsConflict, 422: Refusal };

/** Routes by which admins set how the site is that they are on. */
export function settingsRoutes(app: App, deps: Pick<Deps, 'db' | 'config' | 'log'>): void {
  app.get(
    '/admin/site',
    {
      schema: {
        summary: 'The settings of the site that is asked, with where each value comes from',
        tags,
        response: { 200: SiteSettings },
      },
      config,
    },
    ({ viewing }) => getSettings(deps, viewing.site),
  );

  app.patch(
    '/admin/site',
    {
      schema: {
        summary: 'Changes settings of the site that is asked; null takes what was set away',
        tags,
        body: SettingsChange,
        response: answers,
      },
      config,
    },
    (request, reply) =>
      settled(request, reply, request.body.revision, () =>
        changeSettings(deps, request.viewing.site, requireMember(request), request.body),
      ),
  );

  app.get(
    '/admin/site/history',
    {
      schema: {
        summary: 'The changes of the settings, the newest first, 50 at most; a plain array',
        tags,
        querystring: z.object({ before: Revision.optional().describe('Only those of a lower revision.') }),
        response: { 200: z.array(SettingsRevision) },
      },
      config,
    },
    ({ viewing, query }) => settingsHistory(deps, viewing.site, query.before ?? 2_147_483_647, AT_ONCE),
  );

  app.post(
    '/admin/site/history/:revision/restore',
    {
      schema: {
        summary: 'Goes back to what was set after a change; 0: to nothing set',
        tags,
        params: z.object({ revision: Revision }),
        body: z.strictObject({ revision: z.int().min(0).max(2_147_483_647) }),
        response: answers,
      },
      config,
    },
    (request, reply) =>
      settled(request, reply, request.body.revision, () =>
        restoreSettings(deps, request.viewing.site, requireMember(request), {
          revision: request.body.revision,
          to: request.params.revision,
        }),
      ),
  );

  /** Does a change; where it cannot be, answers why: what is wrong, or what someone else has changed meanwhile. */
  async function settled(
    { viewing: { site, locale } }: { viewing: RequestContext },
    reply: { code(status: 412 | 422): unknown },
    revision: number,
    change: () => Promise<SiteSettings>,
  ): Promise<SiteSettings | SettingsConflict | z.infer<typeof Refusal>> {
    try {
      return await change();
    } catch (error) {
      if (error instanceof SettingsChanged) {
        reply.code(412);
        return {
          message: translate(locale, 'problem.settings-changed'),
          code: 'settings-changed',
          current: await getSettings(deps, site),
          since: await changedSince(deps, site, revision),
        };
      }
      if (!(error instanceof ConfigError)) throw error;
      reply.code(422);
      const fields: Record<string, string[]> = Object.create(null);
      for (const issue of error.issues) {
        // A key of the file that does not go with what was set is named by its path, as everything here.
        (fields[issue.name.replace(/^.*: /, '')] ??= []).push(describeIssue(issue, locale));
      }
      return { message: translate(locale, 'problem.request-invalid'), code: 'request-invalid', errors: { ...fields } };
    }
  }
}
