import type { Site } from '#server/config/site-file.ts';

/** Programs that gather for machine learning, by the names their operators say they heed in robots.txt. */
const GATHERERS = [
  'AI2Bot',
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'Claude-Web',
  'anthropic-ai',
  'cohere-ai',
  'cohere-training-data-crawler',
  'Diffbot',
  'FacebookBot',
  'Google-CloudVertexBot',
  'Google-Extended',
  'GPTBot',
  'img2dataset',
  'ImagesiftBot',
  'Meta-ExternalAgent',
  'omgili',
  'PanguBot',
  'PerplexityBot',
  'Timpibot',
  'VelenPublicWebCrawler',
  'Webzio-Extended',
] as const;

/** The resource that pages name for programs that embed them. */
const EMBEDS = 'Allow: /api/oembed';

/** Programs that fetch what a link preview shows: also of a filtered list. */
const PREVIEWERS = ['Twitterbot', 'facebookexternalhit'] as const;

/**
 * The rules about what programs may fetch of a site (RFC 9309). A list can be filtered in more ways than there are comics: of addresses
 * with a query only the pages of a plain list are open, as Google advises for faceted navigation. Nothing secret is named.
 *
 * @param origin what the site's addresses start with.
 */
export function robotsText({ indexing, noai }: Pick<Site, 'indexing' | 'noai'>, origin: string): string {
  const group = (agents: readonly string[], rules: readonly string[]) => [
    ...agents.map((agent) => `User-agent: ${agent}`),
    ...rules,
    '',
  ];
  const gatherers = noai ? group(GATHERERS, ['Disallow: /']) : [];
  if (indexing === 'none') return [...gatherers, ...group(['*'], ['Disallow: /'])].join('\n');
  return [
    ...gatherers,
    ...group(PREVIEWERS, ['Disallow: /api/', EMBEDS]),
    ...group(
      ['*'],
      ['Disallow: /api/', EMBEDS, 'Disallow: /*?', 'Allow: /*?page=', 'Disallow: /*?page=*&', 'Disallow: /*/random$'],
    ),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
