import { z } from 'zod';
import { AGE_MODES } from '#contract/age.ts';
import { ANALYTICS_PATHS, ANALYTICS_PROVIDERS, ANALYTICS_SITE_ID } from '#contract/analytics.ts';
import { address, origin } from './values.ts';

/** `purge` of a site's file. */
export const Purge = z.strictObject({
  url: z
    .string()
    .max(2000)
    .refine(
      (text) =>
        text === '' ||
        (/^https?:\/\//.test(text) && URL.canParse(text.replaceAll('{path}', '/images/a').replaceAll('{url}', 'a'))),
      { params: { rule: 'address', scheme: 'https' } },
    )
    .default('')
    .describe(
      'What is called when pictures are withdrawn that a CDN may still hold; needs `cdn` or `url`. `{url}` stands for the address of one picture, percent-encoded, `{path}` for its path: then one call is made for each. Without them the addresses are sent as JSON, many in a call. Empty: nothing is called.',
    ),
  method: z.enum(['POST', 'PURGE', 'DELETE', 'GET']).default('POST').describe('How it is called.'),
  header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/)
    .default('Authorization')
    .describe('The header that carries the token.'),
  token: z
    .string()
    .regex(/^[\x20-\x7e]{0,500}$/)
    .default('')
    .describe('What that header says, for example `Bearer …`. Empty: the header is not sent.'),
  list: z
    .string()
    .regex(/^[A-Za-z_]{1,40}$/)
    .default('files')
    .describe('The key of the JSON under which the addresses stand.'),
  batch: z.number().int().min(1).max(1000).default(30).describe('Addresses that one call names.'),
  allowPrivate: z
    .boolean()
    .default(false)
    .describe(
      'Whether the call may lead to this machine and its network, and go unencrypted: for a cache beside the site.',
    ),
});

/** `analytics` of a site's file. */
export const Analytics = z
  .strictObject({
    provider: z
      .enum(['none', ...ANALYTICS_PROVIDERS])
      .default('none')
      .describe('Who counts page views besides the site’s own figures; `none`: nothing is sent anywhere.'),
    url: origin().describe('The server that counts; Matomo needs one. Empty: plausible.io, or Google’s.'),
    siteId: z
      .string()
      .max(200)
      .default('')
      .describe(
        'The site as the provider calls it: the domain for Plausible, a number for Matomo, the measurement id (`G-…`) for GA4.',
      ),
    paths: z
      .enum(ANALYTICS_PATHS)
      .default('route')
      .describe(
        'What is sent of a page: `route`, the pattern of its address, which is the same for every work; `full`, its path, including those of explicit works. Titles and queries are never sent.',
      ),
  })
  .superRefine(({ provider, url, siteId }, { addIssue }) => {
    if (provider === 'none') return;
    const other = `analytics.provider: ${provider}`;
    if (provider === 'matomo' && url === '') {
      addIssue({ code: 'custom', path: ['url'], params: { rule: 'required', other } });
    }
    if (siteId === '') {
      addIssue({ code: 'custom', path: ['siteId'], params: { rule: 'required', other } });
    } else if (!ANALYTICS_SITE_ID[provider].test(siteId)) {
      addIssue({
        code: 'custom',
        path: ['siteId'],
        params: { rule: 'format', pattern: String(ANALYTICS_SITE_ID[provider]) },
      });
    }
  });

/** `ageGate` of a site's file. */
export const AgeGate = z
  .strictObject({
    mode: z
      .enum(AGE_MODES)
      .default('self-declaration')
      .describe(
        'What visitors must show before they can see explicit works: `off` nothing; `self-declaration` their word; `external` the word of the provider.',
      ),
    countries: z
      .record(z.string().regex(/^[A-Z]{2}$/), z.enum(AGE_MODES))
      .default({})
      .describe('Other modes for some countries, by ISO 3166 code: `{"GB": "external"}`.'),
    countryHeader: z
      .string()
      .regex(/^[a-z0-9-]{0,60}$/)
      .default('')
      .describe(
        'The header in which a trusted proxy gives the visitor’s country (`cf-ipcountry`). Empty, or where it gives none: the strictest of all modes above applies.',
      ),
    days: z.number().int().min(1).max(365).default(30).describe('Days until the check must be passed again.'),
    provider: z
      .strictObject({
        name: z.string().min(1).max(60).describe('The name that visitors see, and that is stored with their pass.'),
        url: address('https').describe('Where visitors are sent.'),
        secret: z
          .string()
          .regex(/^\S{32,200}$/)
          .describe('Signs what is sent there and what comes back.'),
      })
      .optional()
      .describe('Who checks, where a mode is `external` (docs/age-gate.md).'),
  })
  .superRefine(({ mode, countries, provider }, { addIssue }) => {
    if (provider !== undefined) return;
    const external =
      mode === 'external'
        ? 'mode'
        : Object.entries(countries)
            .map(([code, each]) => (each === 'external' ? `countries.${code}` : ''))
            .find(Boolean);
    if (external !== undefined) {
      addIssue({
        code: 'custom',
        path: ['provider'],
        params: { rule: 'required', other: `ageGate.${external}: external` },
      });
    }
  });

/** `backup` of the configuration file. */
export const Backup = z.strictObject({
  to: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'Where the site backs itself up to: a folder, or `s3://bucket/prefix`; each time only what is new is written. Empty: it does not.',
    ),
  everyHours: z.number().int().min(1).max(720).default(24).describe('Hours from one backup to the next.'),
  keepDays: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(30)
    .describe('Days after which a backup is removed; the newest stays. 0: none is.'),
  verifyDays: z
    .number()
    .int()
    .min(0)
    .max(365)
    .default(7)
    .describe('Days after which the newest backup is read back and checked, after the one that is due. 0: never.'),
});
