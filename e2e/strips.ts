/** The host of the further site that `start.ts` configures beside the demo's own. */
export const STRIPS_HOST = 'strips.localhost';

/** Another variant, other languages, another theme and a letter for a logo, over the same library. */
export const STRIPS = {
  hosts: [STRIPS_HOST],
  name: 'Bandes',
  letter: 'B',
  title: 'Bandes et histoires',
  variant: 'webtoon',
  theme: 'light',
  locales: ['fr', 'ar'],
  defaultLocale: 'fr',
  features: ['artists', 'tags', 'languages'],
  social: [{ name: 'Mastodon', url: 'https://social.example/@bandes' }],
  links: [{ label: 'Boutique', url: 'https://shop.example/' }],
} as const;
