import { z } from 'zod';
import { USER_ROLES } from '#contract/accounts.ts';
import { AD_SPOTS } from '#contract/ads.ts';
import { RATINGS } from '#contract/comics.ts';
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts';
import {
  ExternalLink,
  FEATURES,
  HOME_BLOCKS,
  INDEXING,
  PREMIUM_REQUIREMENTS,
  SiteConfig,
  THEMES,
  VARIANTS,
  type SiteLogo,
} from '#contract/site.ts';
import { AgeGate, Analytics, Backup, Purge } from './integrations.ts';
import { Mail } from './mail.ts';
import { Limits, Retention, Uploads } from './limits.ts';
import { findStyleFault, MAX_CSS_LENGTH } from '#server/site-style/style-check.ts';
import { styleVersion } from '#server/site-style/site-style.ts';
import { iconVersion, SignIn } from './sign-in.ts';
import { enabledTrackers, Trackers } from './trackers.ts';
import { callingOrigin, hostName, origin } from './values.ts';

const Roles = z.array(z.enum(USER_ROLES));
const Address = z
  .string()
  .max(254)
  .refine((text) => text === '' || z.email().safeParse(text).success, { params: { rule: 'mail' } });
/** Width and height of an ad in pixels. */
const AdSize = z.tuple([z.number().int().min(50).max(1600), z.number().int().min(20).max(1200)]);

/**
 * `komawari.config.json` and `sites/*.json`: one site each. Every key can be overridden by the environment.
 *
 * The meaning of a key is its description, written out in docs/configuration.md; `only` says in which of the files it means
 * something: `main`, the configuration file, or `sites`.
 */
export const SiteFile = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('komawari')
    .describe('Names this site in the database’s caches; letters, digits, dashes. No two sites have the same.'),
  hosts: distinct(z.array(hostName())).default([]).meta({
    description:
      'Host names this site answers to, without a port; no two sites share one. The configuration file has none: it is the site of every host that no other claims.',
    only: 'sites',
  }),
  name: z.string().min(1).max(60).default('Komawari').describe('What the site is called.'),
  letter: z
    .string()
    .min(1)
    .max(4)
    .default('K')
    .describe('The text logo of a site without the feature `logo`, and its icon.'),
  title: z.string().min(1).max(80).default('Komawari').describe('The title after the separator on every page.'),
  description: z
    .string()
    .max(300)
    .default('')
    .describe('The meta description of pages that have none; empty: the built-in one in the reader’s language.'),
  url: origin().describe(
    'The site’s own address; empty: the address each visitor asked for. `SITE_URL` wins over the configuration file’s. Links in emails start with it.',
  ),
  cdn: origin().describe(
    'Where its pictures are fetched from; empty: the site itself. `CDN_URL` wins over the file’s and is that of `sites/*.json` that name none.',
  ),
  logo: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'A picture in place of the built-in mark of a site with the feature `logo`, served as `/images/logo.png`: the path of a PNG, JPEG, WebP or AVIF file, from the folder of this file; 64 pixels high and wide at least, 4 MB at most, to be seen on dark and on light; beside one that is wider than high by half the name is not written. Empty: `site/{id}/logo.png` in the data folder where that exists, else the mark.',
    ),
  icon: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'A square picture for browser tabs and home screens of such a site, served as `/images/icon.png` and in the other sizes that are needed: 192 pixels wide and high at least. Empty: `site/{id}/icon.png` in the data folder, else the mark.',
    ),
  fallback: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'The picture where another is missing or cannot be shown, served as `/images/default.jpg`; 64 pixels wide and high at least. Empty: `site/{id}/default.jpg` in the data folder, else the built-in one.',
    ),
  locales: distinct(z.array(z.enum(LOCALES)).min(1))
    .default([...LOCALES])
    .describe('The languages of the site, in the order they are offered.'),
  defaultLocale: z
    .enum(LOCALES)
    .default(DEFAULT_LOCALE)
    .describe('The language of visitors whose own the site is not in; one of `locales`.'),
  variant: z
    .enum(VARIANTS)
    .default('comic')
    .describe(
      '`webtoon`: comics stand under `/{lang}/webtoon/{slug}` and open in one strip. The address of the other variant leads there.',
    ),
  features: distinct(z.array(z.enum(FEATURES)))
    .default([
      'logo',
      'artists',
      'tags',
      'groups',
      'categories',
      'relationships',
      'parodies',
      'characters',
      'languages',
      'authors',
      'nsfw',
      'register',
      'comments',
      'reviews',
      'reactions',
      'downloads',
      'favorites',
      'shelves',
      'figures',
      'komga',
      'kosync',
      'premium',
      'slides',
      'genres',
      'publishers',
      'platforms',
    ])
    .describe(
      'What is turned on. What is off has no page, link, call or block on the site. `downloads` is comics as files; saving a chapter in the browser to read it offline is always part of reading. `reviews` and `reactions` need `comments`.',
    ),
  social: z
    .array(z.strictObject({ name: z.string().min(1).max(40), url: z.url({ protocol: /^https?$/ }) }))
    .default([])
    .describe('Where else the site can be found; links in the footer.'),
  links: z
    .array(ExternalLink)
    .default([])
    .describe('Fixed external links of the top bar; they open in a new tab and are not followed.'),
  home: z
    .strictObject({
      blocks: distinct(z.array(z.enum(HOME_BLOCKS)))
        .default([...HOME_BLOCKS])
        .describe(
          'Its blocks, from the top: the welcome with the slides, where someone was reading, the newest, the most read of a week, the newest chapters by language, and tags, artists and other terms.',
        ),
    })
    .prefault({})
    .describe('The front page.'),
  cors: z
    .strictObject({
      origins: distinct(z.array(callingOrigin()))
        .default([])
        .describe(
          'Origins whose pages may call the API from a browser, as `https://app.example`; `*`: any. They read as guests, or with an API key; cookies are never taken from them (decisions/0126).',
        ),
      maxAge: z
        .number()
        .int()
        .min(0)
        .max(86_400)
        .default(3600)
        .describe('For how many seconds a browser need not ask again whether it may.'),
    })
    .prefault({})
    .describe('Calls of the API from pages of other sites.'),
  webhooks: z
    .strictObject({
      allowPrivate: z
        .boolean()
        .default(false)
        .describe(
          'Whether webhooks may be sent to this machine and its network, and unencrypted: for development and tests, or a receiver next to the site.',
        ),
    })
    .prefault({})
    .meta({ description: 'Messages to other programs.', only: 'main' }),
  purge: Purge.prefault({}).meta({
    description: 'The CDN before the site, which is told to forget what is withdrawn (docs/operations/scaling.md).',
    only: 'main',
  }),
  nsfw: z
    .boolean()
    .default(false)
    .describe('Whether explicit and suggestive works are listed to a visitor who has not chosen.'),
  indexing: z
    .enum(INDEXING)
    .default('safe')
    .describe(
      'What search engines may list: `all` works; `safe`, without the explicit ones, which are noindex and in no sitemap; `none`, nothing of the site.',
    ),
  noai: z
    .boolean()
    .default(false)
    .describe('Whether crawlers for machine learning are asked to stay away, in robots.txt and on every page.'),
  defaultRating: z.enum(RATINGS).optional().meta({
    description:
      'The rating of an import that does not give one; without it `explicit` where the site has the feature `nsfw`, else `safe`.',
    only: 'main',
  }),
  theme: z.enum(THEMES).default('dark').describe('How the site looks to a visitor who has not chosen.'),
  look: z
    .strictObject({
      accent: z
        .string()
        .regex(/^(?:#[0-9a-f]{6})?$/)
        .default('')
        .describe(
          'The colour of buttons, links and marks, as `#rrggbb`; light and dark take it as near as it can be read on them. Empty: the built-in one.',
        ),
      css: z
        .string()
        .max(MAX_CSS_LENGTH)
        .default('')
        .superRefine((text, { addIssue }) => {
          const fault = findStyleFault(text);
          if (fault !== null) {
            addIssue({ code: 'custom', params: { rule: 'style', line: fault.line, part: fault.part } });
          }
        })
        .describe(
          'A style sheet for what stands between the bar and the foot of pages: colours, borders, backgrounds, fonts and padding, in rules of their own or within `@media` and `@supports`. It can fetch nothing, and hide and move nothing (decisions/0073).',
        ),
    })
    .prefault({})
    .describe('The look of the site.'),
  premium: z
    .strictObject({
      requires: z
        .enum(PREMIUM_REQUIREMENTS)
        .default('login')
        .describe(
          'Who can read premium works: everyone who is logged in, some roles, or those who are entitled. Staff always can.',
        ),
      roles: Roles.default(['uploader', 'moderator', 'admin']).describe(
        'The roles that can read them where a role is required.',
      ),
      previewPages: z
        .number()
        .int()
        .min(0)
        .max(100)
        .default(3)
        .describe('Pages of a premium comic that everyone can read.'),
      link: z
        .string()
        .refine((text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text)), {
          params: { rule: 'address', scheme: 'https' },
        })
        .default('')
        .describe('Where access is sold; `{username}` is replaced by the member’s name. Empty: nowhere.'),
      webhookSecret: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)
        .optional()
        .describe(
          'Signs what the seller reports: `whsec_` and 24 to 64 bytes in base64. Without it nothing can be reported.',
        ),
    })
    .prefault({})
    .describe(
      'Works for some members only. On a site without the feature nothing of this is shown or sold, and they stay as closed as they are.',
    ),
  transfers: z
    .strictObject({
      allowPrivate: z
        .boolean()
        .default(false)
        .describe(
          'Whether libraries may be imported from servers on this machine or in its network, and without encryption.',
        ),
    })
    .prefault({})
    .meta({ description: 'Libraries from elsewhere.', only: 'main' }),
  ads: z
    .strictObject({
      spots: z
        .array(z.strictObject({ name: z.enum(AD_SPOTS), wide: AdSize, narrow: AdSize }))
        .default([
          { name: 'top', wide: [728, 90], narrow: [320, 100] },
          { name: 'bottom', wide: [728, 90], narrow: [320, 100] },
        ])
        .describe(
          'Where ads may appear, with the width and height in pixels reserved for one, on wide screens and on phones.',
        ),
      freeRoles: Roles.default([]).describe('Roles that see none.'),
      freeWhenEntitled: z
        .boolean()
        .default(true)
        .describe('Whether members who may read every premium comic see none.'),
    })
    .prefault({})
    .describe('Ads, where the feature is on.'),
  accounts: z
    .strictObject({
      adminsNeedTwoFactor: z
        .boolean()
        .default(false)
        .describe('Whether admins must set up two-factor login before they can use the staff tools.'),
    })
    .prefault({})
    .describe('Members.'),
  mail: Mail.prefault({}).meta({
    description: 'The way emails leave, of all sites. `SMTP_URL` and `MAIL_FROM` win over it.',
    only: 'main',
  }),
  signIn: SignIn.prefault({}).describe('Ways to sign in (docs/operations/signing-in.md).'),
  limits: Limits.prefault({}).describe('Limits.'),
  uploads: Uploads.prefault({}).describe(
    'Limits of uploads and imports. Those of the configuration file also apply to imports by the command line and to background jobs. A megabyte is 2²⁰ bytes.',
  ),
  analytics: Analytics.prefault({}).describe('Who counts page views.'),
  consent: z
    .strictObject({
      analytics: z
        .enum(['auto', 'ask', 'none'])
        .default('auto')
        .describe(
          'Whether visitors are asked before page views are sent: `auto`, where the provider stores something in their browser (GA4).',
        ),
      ads: z
        .enum(['ask', 'none'])
        .default('ask')
        .describe('Whether visitors are asked before an ad is loaded that is not marked as the site’s own.'),
    })
    .prefault({})
    .describe('What visitors are asked for first.'),
  contact: Address.default('').describe(
    'Where members, readers and authorities reach the operator: an email address, shown on the contact page. Empty: none is shown.',
  ),
  dmca: z
    .strictObject({
      agent: z.string().max(200).default('').describe('The name of a person or a department; empty: the site’s name.'),
      email: Address.default('').describe('Their email address.'),
      address: z.string().max(500).default('').describe('Their postal address; lines are separated by line breaks.'),
    })
    .prefault({})
    .describe(
      'Who receives takedown notices (17 U.S.C. 512(c)(2)), as registered in the directory of the Copyright Office; shown on the page about takedowns.',
    ),
  backup: Backup.prefault({}).meta({
    description: 'Backups that the site makes by itself (docs/operations/backup.md).',
    only: 'main',
  }),
  trackers: Trackers.prefault({}).meta({ description: 'Trackers (docs/operations/trackers.md).', only: 'main' }),
  retention: Retention.prefault({}).meta({ description: 'Days after which personal data is deleted.', only: 'main' }),
  ageGate: AgeGate.prefault({}).describe('The age check before explicit works.'),
});
export type Site = z.infer<typeof SiteFile>;

/** The settings the browser may know of a site, with the size of its own logo, and how far its demo library has come in. */
export function publicSite(
  site: Site,
  logo: SiteLogo | null = null,
  demo: SiteConfig['demo'] | null = null,
): SiteConfig {
  const {
    analytics: { provider, ...counted },
    consent,
    features,
    signIn,
  } = site;
  return SiteConfig.parse({
    ...site,
    trackers: enabledTrackers(site),
    signIn: {
      ...signIn,
      providers: signIn.providers.map(({ icon, ...provider }) => ({ ...provider, icon: iconVersion(icon) })),
      proxy: signIn.proxy ?? null,
    },
    logo,
    ...(demo && { demo }),
    style: styleVersion(site.look),
    analytics:
      provider === 'none'
        ? null
        : { provider, ...counted, url: counted.url || (provider === 'plausible' ? 'https://plausible.io' : '') },
    consent: {
      analytics:
        provider !== 'none' && (consent.analytics === 'ask' || (consent.analytics === 'auto' && provider === 'ga4')),
      ads: features.includes('ads') && consent.ads === 'ask',
    },
  });
}

/** A list in which nothing stands twice. */
function distinct<Item extends z.ZodType<string>>(list: z.ZodArray<Item>) {
  return list.superRefine((items, { addIssue }) => {
    for (const [at, item] of items.entries()) {
      if (items.indexOf(item) < at) {
        addIssue({ code: 'custom', path: [at], params: { rule: 'twice', value: String(item) } });
      }
    }
  });
}
