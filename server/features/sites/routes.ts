import { SiteConfig } from '#contract/site.ts';
import { publicSite } from '#server/config/site-file.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';

/** `GET /api/config`: what a browser may know of the site it is on. */
export async function siteRoutes(app: App, { pictures, demo }: Pick<Deps, 'pictures' | 'demo'>): Promise<void> {
  app.get(
    '/config',
    {
      schema: {
        summary: 'The site: its name, languages, features and links',
        tags: ['site'],
        response: { 200: SiteConfig },
      },
      config: { permission: 'site.read' },
    },
    ({ viewing: { site } }) => publicSite(site, pictures.logoFor(site), demo.progress()),
  );
}
