import type { SettingsConflict, SettingsRefusal, SiteSettings } from '#contract/site-settings.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { answerRefusal } from './public/refusal.ts';
import { changedSince, getSettings, StaleSettings, type SettingsDeps } from './site-settings.ts';

/** Does a change that began from a revision, and answers it; where it cannot be: what is wrong, or what someone else has changed meanwhile. */
export type AnswerChange = (
  request: { viewing: RequestContext },
  reply: { code(status: 412 | 422): unknown },
  revision: number,
  change: () => Promise<SiteSettings>,
) => Promise<SiteSettings | SettingsConflict | SettingsRefusal>;

/** Answers changes of settings, in the caller's language. */
export function answerChange(deps: SettingsDeps): AnswerChange {
  return async ({ viewing: { site, locale } }, reply, revision, change) => {
    try {
      return await change();
    } catch (error) {
      if (error instanceof StaleSettings) {
        reply.code(412);
        return {
          message: translate(locale, 'problem.settings-changed'),
          code: 'settings-changed',
          current: await getSettings(deps, site),
          since: await changedSince(deps, site, revision),
        };
      }
      return answerRefusal(error, locale, reply);
    }
  };
}
