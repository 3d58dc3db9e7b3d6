import { EDITABLE_PAGES, type EditablePage, type PageText } from '#contract/site-pages.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';

interface Row {
  slug: EditablePage;
  texts: readonly PageText[];
}

/** The pages an operator writes, and in which languages they did. */
export function PageList({ texts }: { texts: readonly PageText[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasNotices = useFeature('dmca');
  const rows: Row[] = EDITABLE_PAGES.filter((slug) => slug !== 'dmca' || hasNotices).map((slug) => ({
    slug,
    texts: texts.filter((text) => text.slug === slug),
  }));
  const columns: readonly Column<Row>[] = [
    {
      name: 'name',
      label: t('admin.pages.page'),
      place: 'main',
      cell: ({ slug }) => (
        <div className="table__title">
          <Link to={links.admin('pages', slug)}>{t(`admin.pages.${slug}`)}</Link>
          <span className="muted small">{t(`admin.pages.${slug}.text`)}</span>
        </div>
      ),
    },
    {
      name: 'state',
      label: t('admin.terms.state'),
      cell: ({ texts: own }) =>
        own.length === 0 ? (
          <State>{t('admin.pages.unwritten')}</State>
        ) : (
          <State look="good">{t('admin.pages.written')}</State>
        ),
    },
    {
      name: 'languages',
      label: t('admin.pages.languages'),
      place: 'labelled',
      cell: ({ texts: own }) => (own.length === 0 ? '–' : own.map(({ locale }) => LOCALE_NAMES[locale]).join(', ')),
    },
  ];
  return (
    <>
      <h1>{t('admin.title.pages')}</h1>
      <section className="panel" aria-label={t('admin.title.pages')}>
        <Table label={t('admin.title.pages')} columns={columns} rows={rows} keyFor={({ slug }) => slug} />
      </section>
    </>
  );
}
