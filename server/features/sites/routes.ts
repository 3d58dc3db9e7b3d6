import { SiteConfig } from '#contract/site.ts';
import { publicSite } from '#server/config.ts';
import type { App } from '#server/http/app-type.ts';

/** `GET /api/config`: what a browser may know of the site it is on. */
export async function siteRoutes(app: App): Promise<void> {
  app.get('/config', {
    schema: { summary: 'The site: its name, languages, features and links', tags: ['site'], response: { 200: SiteConfig } },
    config: { permission: 'site.read' },
  }, (request) => publicSite(request.viewing.site));
}
