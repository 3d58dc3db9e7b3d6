import type { ManagedAd } from '#contract/ads.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { useCountColumns } from './count-columns.ts';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';

const LOOKS = { shown: 'good', waiting: 'warn', over: undefined, off: undefined } as const;

/** Every ad: where it stands, whether it is shown, and how often it was seen and clicked. */
export function AdList({ ads }: { ads: readonly ManagedAd[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const columns: readonly Column<ManagedAd>[] = [
    {
      name: 'name',
      label: t('admin.ads.name'),
      place: 'main',
      cell: ({ id, name, languages }) => (
        <div className="table__title">
          <Link to={links.admin('ads', String(id))}>
            <bdi>{name}</bdi>
          </Link>
          <span className="muted small">
            {languages.length === 0
              ? t('admin.ads.languages.all')
              : languages.map((each) => LOCALE_NAMES[each]).join(', ')}
          </span>
        </div>
      ),
    },
    { name: 'spot', label: t('admin.ads.spot'), cell: ({ spot }) => t(`admin.ads.spot.${spot}`) },
    {
      name: 'state',
      label: t('admin.ads.state'),
      cell: ({ state }) => (
        <State {...(LOOKS[state] ? { look: LOOKS[state] } : {})}>{t(`admin.ads.state.${state}`)}</State>
      ),
    },
    {
      name: 'until',
      label: t('admin.ads.ends'),
      place: 'labelled',
      cell: ({ ends_at: until }) => (until === null ? '–' : <When date={until} />),
    },
    {
      name: 'weight',
      label: t('admin.ads.weight'),
      place: 'hidden',
      end: true,
      cell: ({ weight }) => formatNumber(locale, weight),
    },
    ...useCountColumns(),
  ];
  return (
    <>
      <header className="row row--between">
        <h1>{t('admin.title.ads')}</h1>
        <ButtonLink to={links.admin('ads', 'new')}>
          <Icon name="plus" />
          {t('admin.ads.new')}
        </ButtonLink>
      </header>
      {ads.length === 0 ? (
        <EmptyState title={t('admin.ads.empty')} />
      ) : (
        <section className="panel">
          <Table label={t('admin.title.ads')} columns={columns} rows={ads} keyFor={({ id }) => id} />
        </section>
      )}
    </>
  );
}
