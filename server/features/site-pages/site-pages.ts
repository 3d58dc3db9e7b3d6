import type { EditablePage, PageEdit, PageText } from '#contract/site-pages.ts';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { raiseTerms } from '#server/db/queries/terms-version.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { renderPage } from './page-text.ts';
import { deletePage, pageTexts, putPage, writtenPages, type WrittenPage } from './queries.ts';

/** At most each page in each language, of 50,000 letters: 7 MB. */
const remembered = perDatabase(() => new RememberedValue<WrittenPage[]>());

/** The pages the operator has written, each in the language that fits a reader best: theirs, then the site's, then English, then any. */
export async function pagesFor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { locale, site }: Pick<RequestContext, 'locale' | 'site'>,
): Promise<Map<EditablePage, WrittenPage>> {
  const best = [locale, site.defaultLocale, 'en'];
  const rank = (page: WrittenPage) => (best.includes(page.locale) ? best.indexOf(page.locale) : best.length);
  const pages = new Map<EditablePage, WrittenPage>();
  for (const page of await remembered(db).get(now(), () => writtenPages(db))) {
    const other = pages.get(page.slug);
    if (other === undefined || rank(page) < rank(other)) {
      pages.set(page.slug, page);
    }
  }
  return pages;
}

const rendered = new WeakMap<object, string>();

/** The text of a page as HTML, made once for the same page. */
export function pageHtml(page: { text: string }): string {
  const html = rendered.get(page) ?? renderPage(page.text);
  rendered.set(page, html);
  return html;
}

/** Which page in which language, and who writes it. */
export interface PageAct {
  slug: EditablePage;
  locale: Locale;
  by: number;
}

/**
 * Writes a page in a language; an empty text takes it away there. Answers it as it stands now. Terms may be a new version,
 * which members are asked to accept.
 *
 * @throws Problem `page-changed` when someone else wrote it since it was seen.
 */
export async function writePage(
  db: Db,
  { slug, locale, by }: PageAct,
  { title, text, version, ask_again: askAgain = false }: PageEdit,
): Promise<PageText> {
  const written = await withTransaction(db, async (tx) => {
    const before = (await pageTexts(tx, slug)).find((each) => each.locale === locale);
    if (text === '' && before === undefined) return blank(slug, locale);
    const done =
      text === ''
        ? await deletePage(tx, slug, locale, version)
        : await putPage(tx, { slug, locale, title, text }, version, by);
    if (!done) throw problem('page-changed');
    const raised = askAgain && slug === 'terms' ? { terms_version: await raiseTerms(tx) } : {};
    await audit(tx, {
      userId: by,
      action: text === '' ? 'page.delete' : 'page.edit',
      subject: 'page',
      subjectId: 0,
      details: {
        slug,
        locale,
        ...raised,
        before: before === undefined ? null : { title: before.title, text: before.text },
        after: text === '' ? null : { title, text },
      },
    });
    return (await pageTexts(tx, slug)).find((each) => each.locale === locale) ?? blank(slug, locale);
  });
  remembered(db).forget();
  return written;
}

/** A page that was not written yet. */
export function blank(slug: EditablePage, locale: Locale): PageText {
  return { slug, locale, title: '', text: '', version: 0, updated_at: null, updated_by: null };
}
