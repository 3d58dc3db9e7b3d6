import type { EditablePage, PageEdit, PageText } from '#contract/site-pages.ts';
import type { Locale } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { raiseTerms } from '#server/db/queries/terms-version.ts';
import { deletePage, pageTexts, putPage } from './queries.ts';

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
  return withTransaction(db, async (tx) => {
    const before = (await pageTexts(tx, slug)).find((each) => each.locale === locale);
    if (text === '' && before === undefined) return blank(slug, locale);
    const done =
      text === ''
        ? await deletePage(tx, slug, locale, version)
        : await putPage(tx, { slug, locale, title, text }, version, by);
    if (!done) throw problem('page-changed');
    const asked = askAgain && slug === 'terms' ? { terms_version: await raiseTerms(tx) } : {};
    await audit(tx, {
      userId: by,
      action: text === '' ? 'page.delete' : 'page.edit',
      subject: 'page',
      subjectId: 0,
      details: {
        slug,
        locale,
        ...asked,
        before: before === undefined ? null : { title: before.title, text: before.text },
        after: text === '' ? null : { title, text },
      },
    });
    return (await pageTexts(tx, slug)).find((each) => each.locale === locale) ?? blank(slug, locale);
  });
}

/** A page that was not written yet. */
export function blank(slug: EditablePage, locale: Locale): PageText {
  return { slug, locale, title: '', text: '', version: 0, updated_at: null, updated_by: null };
}
