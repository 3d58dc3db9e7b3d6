import { z } from 'zod';
import { SITE_PICTURES } from '#contract/site.ts';
import {
  ProviderCheck,
  ProviderPicture,
  ProviderTrial,
  SettingsChange,
  SettingsConflict,
  SettingsRefusal,
  SettingsRevision,
  SiteSettings,
} from '#contract/site-settings.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { acceptImages, requirePicture } from '#server/http/requests/whole-body.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { lookAtProvider } from './looking-at-providers.ts';
import { answerRefusal } from './public/refusal.ts';
import { answerChange } from './answers.ts';
import { drawProviderPicture } from './pictures.ts';
import {
  changePicture,
  changeSettings,
  getSettings,
  restoreSettings,
  settingsHistory,
  type SettingsDeps,
} from './site-settings.ts';

const tags = ['site'];
const config = { permission: 'settings.manage' } as const;
/** Changes that are answered at once. */
const AT_ONCE = 50;
/** Looks at providers of one admin in an hour. */
const MAX_CHECKS = 60;
/** Bytes of a picture as it is sent. */
const MAX_PICTURE_BYTES = 4 * 2 ** 20;
const Revision = z.coerce.number().int().min(0).max(2_147_483_647);
const Seen = z.int().min(0).max(2_147_483_647);
const answers = { 200: SiteSettings, 412: SettingsConflict, 422: SettingsRefusal };

/** Routes by which admins set how the site is that they are on. */
export async function settingsRoutes(app: App, deps: SettingsDeps & Pick<Deps, 'renderer'>): Promise<void> {
  const settled = answerChange(deps);

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

  app.post(
    '/admin/site/provider',
    {
      schema: {
        summary: 'Looks at a provider of OpenID Connect as it is entered: what would keep people from signing in there',
        tags,
        body: ProviderTrial,
        response: { 200: ProviderCheck, 422: SettingsRefusal },
      },
      config,
    },
    async (request, reply) => {
      const { viewing, body } = request;
      const seconds = await throttle(deps.db, `provider check ${requireMember(request)}`, MAX_CHECKS, 3600);
      if (seconds !== null) throw problem('too-many-requests', { seconds });
      try {
        return await lookAtProvider(deps, viewing, body.provider);
      } catch (error) {
        return answerRefusal(error, viewing.locale, reply);
      }
    },
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
        body: z.strictObject({ revision: Seen, password: z.string().max(1000).optional() }),
        response: answers,
      },
      config,
    },
    (request, reply) =>
      settled(request, reply, request.body.revision, () =>
        restoreSettings(deps, request.viewing.site, requireMember(request), {
          ...request.body,
          to: request.params.revision,
        }),
      ),
  );

  // In a scope of its own: no other route takes such a body.
  await app.register((scope) => {
    acceptImages(scope as App, MAX_PICTURE_BYTES);
    (scope as App).put(
      '/admin/site/pictures/:picture',
      {
        schema: {
          summary:
            'Makes a picture the logo, the icon or the fallback of the site that is asked; the body is the picture',
          tags,
          params: z.object({ picture: z.enum(SITE_PICTURES) }),
          querystring: z.object({ revision: Revision }),
          response: answers,
        },
        config,
        bodyLimit: MAX_PICTURE_BYTES,
      },
      (request, reply) =>
        settled(request, reply, request.query.revision, () =>
          changePicture(deps, request.viewing.site, requireMember(request), {
            name: request.params.picture,
            revision: request.query.revision,
            bytes: requirePicture(request.body),
          }),
        ),
    );
    (scope as App).post(
      '/admin/site/provider/picture',
      {
        schema: {
          summary:
            'Draws a picture for the button of a provider, which the provider is saved with; the body is the picture',
          tags,
          response: { 200: ProviderPicture, 422: SettingsRefusal },
        },
        config,
        bodyLimit: MAX_PICTURE_BYTES,
      },
      async ({ body, viewing }, reply) => {
        try {
          return await drawProviderPicture(deps, requirePicture(body));
        } catch (error) {
          return answerRefusal(error, viewing.locale, reply);
        }
      },
    );
    return Promise.resolve();
  });
}
