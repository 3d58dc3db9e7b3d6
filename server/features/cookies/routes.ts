import { KEPT_THINGS, StoredData } from '#contract/cookies.ts';
import type { Site } from '#server/config/site-file.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';

/** Whether members of a site sign in elsewhere, too. */
function hasOtherWays({ signIn }: Site): boolean {
  return signIn.providers.length > 0 || signIn.proxy !== undefined;
}

/** `GET /api/cookies`: what this site keeps in browsers, in the caller's language. */
export async function cookieRoutes(app: App): Promise<void> {
  app.get(
    '/cookies',
    {
      schema: {
        summary: 'What the site keeps in browsers: cookies and storage; a plain array',
        tags: ['site'],
        response: { 200: StoredData },
      },
      config: { permission: 'site.read' },
    },
    ({ viewing: { site, locale } }) =>
      KEPT_THINGS.filter(
        ({ by, feature, elsewhere }) =>
          (elsewhere === undefined || hasOtherWays(site)) &&
          (by === undefined || by === site.analytics.provider) &&
          (feature === undefined || site.features.includes(feature)),
      ).map(({ kind, names, purpose, days, by }) => {
        const length = days === 'age' ? site.ageGate.days : days;
        return {
          kind,
          names: [...names],
          purpose: translate(locale, `cookies.told.for.${purpose}`),
          lasts:
            typeof length === 'number'
              ? translate(locale, 'cookies.told.days', { count: length })
              : translate(locale, `cookies.told.until.${length}`),
          by: by === undefined ? site.name : translate(locale, `cookies.told.by.${by}`),
        };
      }),
  );
}
