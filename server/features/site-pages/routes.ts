import { z } from 'zod';
import {
  ADDRESSED_PAGES,
  EDITABLE_PAGES,
  PageEdit,
  PagePreview,
  PagePreviewed,
  PageText,
  RECORD_PAGES,
  SitePage,
  SitePageLink,
} from '#contract/site-pages.ts';
import { LOCALES } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import { renderPage } from './page-text.ts';
import { pageTexts } from './queries.ts';
import { blank, pageHtml, pagesFor, writePage } from './site-pages.ts';
import { pageTemplate } from './templates.ts';

const Slug = z.object({ slug: z.enum(EDITABLE_PAGES) });
const Place = Slug.extend({ locale: z.enum(LOCALES) });
const manage = { permission: 'pages.manage' } as const;

/** The operator's own pages: `GET /api/pages`, `GET /api/pages/{slug}`, and writing them. */
export async function sitePageRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db } = deps;
  app.get(
    '/pages',
    {
      schema: {
        summary:
          'The pages of the operator that have an address, those with a text of the software’s too; a plain array',
        tags: ['site'],
        response: { 200: z.array(SitePageLink) },
      },
      config: { permission: 'site.read' },
    },
    async ({ viewing }) => {
      const pages = await pagesFor(deps, viewing);
      const records = RECORD_PAGES.filter((slug) => slug !== 'takedowns' || isHere(viewing, 'dmca')).map((slug) => ({
        slug,
        title: translate(viewing.locale, `law.${slug === 'takedowns' ? 'log' : slug}.title`),
      }));
      const written = ADDRESSED_PAGES.filter((slug) => isHere(viewing, slug)).flatMap((slug) => {
        const title = (pages.get(slug) ?? pageTemplate(slug, viewing.locale, viewing.site))?.title;
        return title === undefined ? [] : [{ slug, title }];
      });
      return [...written, ...records];
    },
  );

  app.get(
    '/pages/:slug',
    {
      schema: {
        summary: 'One of them, or the welcome of the landing page, which is empty until it is written',
        tags: ['site'],
        params: z.object({ slug: z.string() }),
        response: { 200: SitePage },
      },
      config: { permission: 'site.read' },
    },
    async ({ viewing, params }) => {
      const slug = EDITABLE_PAGES.find((each) => each === params.slug);
      if (slug === undefined || !isHere(viewing, slug)) throw problem('route-not-found');
      const page = (await pagesFor(deps, viewing)).get(slug);
      if (page !== undefined) {
        const { locale, title, updated_at } = page;
        return { slug, locale, title, html: pageHtml(page), updated_at };
      }
      // A landing page without a welcome of the operator's own is whole.
      if (slug === 'welcome') return { slug, locale: viewing.locale, title: '', html: '', updated_at: null };
      const template = pageTemplate(slug, viewing.locale, viewing.site);
      if (template === null) throw problem('route-not-found');
      return { slug, locale: viewing.locale, title: template.title, html: pageHtml(template), updated_at: null };
    },
  );

  app.get(
    '/admin/pages',
    {
      schema: {
        summary: 'Every page in every language it is written in; a plain array',
        tags: ['admin'],
        response: { 200: z.array(PageText) },
      },
      config: manage,
    },
    () => pageTexts(db),
  );

  app.get(
    '/admin/pages/:slug',
    {
      schema: {
        summary: 'One page in every language, written or not; a plain array',
        tags: ['admin'],
        params: Slug,
        response: { 200: z.array(PageText) },
      },
      config: manage,
    },
    async ({ viewing: { site }, params: { slug } }) => {
      const written = new Map((await pageTexts(db, slug)).map((page) => [page.locale, page]));
      return LOCALES.map(
        (locale) => written.get(locale) ?? { ...blank(slug, locale), template: pageTemplate(slug, locale, site) },
      );
    },
  );

  app.put(
    '/admin/pages/:slug/:locale',
    {
      schema: {
        summary: 'Writes a page in a language; an empty text takes it away',
        tags: ['admin'],
        params: Place,
        body: PageEdit,
        response: { 200: PageText },
      },
      config: manage,
    },
    (request) => writePage(db, { ...request.params, by: requireMember(request) }, request.body),
  );

  app.post(
    '/admin/pages/preview',
    {
      schema: { summary: 'How a text will look', tags: ['admin'], body: PagePreview, response: { 200: PagePreviewed } },
      config: manage,
    },
    async ({ body }) => ({ html: renderPage(body.text) }),
  );
}

/** The page about takedowns belongs to the feature. */
function isHere({ site }: RequestContext, slug: string): boolean {
  return slug !== 'dmca' || site.features.includes('dmca');
}
