import type { ReactNode } from 'react';
import type { AdminComicRow } from '#contract/editing.ts';
import type { Feature } from '#contract/site.ts';
import { formatExact, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature, useSite } from '#web/platform/page/root-data.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Badge, State } from '#web/ui/basic/badge.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import type { Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { stateTone } from './comic-choices.ts';

/** The columns that can be chosen, in their order. */
const CHOICES = [
  'state',
  'language',
  'category',
  'rating',
  'status',
  'pages',
  'chapters',
  'views',
  'favorites',
  'uploaded_at',
  'updated_at',
  'published_at',
  'uploader',
] as const;
type Choice = (typeof CHOICES)[number];
/** Those that are part of a feature of the site. */
const FEATURED: Partial<Record<Choice, Feature>> = {
  language: 'languages',
  category: 'categories',
  favorites: 'favorites',
};
const FIRST: readonly Choice[] = ['state', 'language', 'pages', 'views', 'uploaded_at'];

/** The columns that were chosen in this browser. */
const columnsStore = persistentStore<readonly Choice[]>('comics_table', (json) =>
  Array.isArray(json) ? CHOICES.filter((name) => json.includes(name)) : FIRST,
);

/** The columns that can be chosen on this site. */
function useChoices(): Choice[] {
  const { features } = useSite();
  return CHOICES.filter((name) => FEATURED[name] === undefined || features.includes(FEATURED[name]));
}

/** The columns of the table, those that were chosen between cover and title and `acts`. */
export function useColumns(acts: (row: AdminComicRow) => ReactNode): Column<AdminComicRow>[] {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const hasPremium = useFeature('premium');
  const choices = useChoices();
  const shown = usePersistentStore(columnsStore);
  const number = (value: number) => formatNumber(locale, value);
  const day = (date: string | null) => (date === null ? '–' : <When date={date} />);
  const cells: Record<Choice, Omit<Column<AdminComicRow>, 'name' | 'label'>> = {
    state: { cell: (row) => <StateCell row={row} /> },
    language: {
      place: 'hidden',
      cell: ({ language }) =>
        language === null ? (
          '–'
        ) : (
          <span className="row row--tight">
            <Flag icon={language.icon} />
            {language.code ?? language.name}
          </span>
        ),
    },
    category: { place: 'hidden', cell: ({ category }) => category?.name ?? '–' },
    rating: { place: 'hidden', cell: ({ rating }) => t(`upload.field.rating.${rating}`) },
    status: { place: 'hidden', cell: ({ status }) => (status === null ? '–' : t(`latest.status.${status}`)) },
    pages: { place: 'hidden', end: true, sorts: 'desc', cell: ({ pages }) => number(pages) },
    chapters: { place: 'hidden', end: true, cell: ({ chapters_count: count }) => number(count) },
    views: { place: 'labelled', end: true, sorts: 'desc', cell: ({ views }) => number(views) },
    favorites: { place: 'labelled', end: true, sorts: 'desc', cell: ({ favorites }) => number(favorites) },
    uploaded_at: { place: 'labelled', end: true, sorts: 'desc', cell: (row) => day(row.uploaded_at) },
    updated_at: { place: 'labelled', end: true, sorts: 'desc', cell: (row) => day(row.updated_at) },
    published_at: { place: 'labelled', end: true, sorts: 'desc', cell: (row) => day(row.published_at) },
    uploader: { place: 'labelled', cell: ({ uploader }) => (uploader === null ? '–' : <bdi>{uploader.username}</bdi>) },
  };
  return [
    {
      name: 'cover',
      label: t('admin.field.cover'),
      place: 'picture',
      cell: ({ thumb_url: src }) => (
        <img className="table__thumb" src={src} width={32} height={48} alt="" loading="lazy" />
      ),
    },
    {
      name: 'title',
      label: t('admin.field.title'),
      place: 'main',
      sorts: 'asc',
      cell: (row) => (
        <div className="table__title">
          <Link to={links.admin('comics', row.slug)} lang={row.language?.code ?? undefined}>
            <bdi>{row.title}</bdi>
          </Link>
          <span className="muted small row row--tight">
            {[choices.includes('category') ? row.category?.name : null, t(`upload.field.rating.${row.rating}`)]
              .filter(Boolean)
              .join(' · ')}
            {hasPremium && row.premium ? (
              <Badge>
                <Icon name="lock" className="icon--s" />
                {t('latest.card.premium')}
              </Badge>
            ) : null}
            {row.review === 'waiting' ? <Badge look="warn">{t('admin.review.waiting')}</Badge> : null}
          </span>
        </div>
      ),
    },
    ...choices
      .filter((name) => shown.includes(name))
      .map((name) => ({ name, label: t(`admin.column.${name}`), ...cells[name] })),
    { name: 'acts', label: t('admin.column.acts'), place: 'acts', cell: acts },
  ];
}

/** The look of a state, where it has one. */
export function comicColumns(state: AdminComicRow['state']): { look?: 'good' | 'warn' | 'bad' } {
  const look = stateTone(state);
  return look === undefined ? {} : { look };
}

function StateCell({ row: { state, publish_at: at } }: { row: AdminComicRow }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <span title={at === null ? undefined : formatExact(locale, at)}>
      <State {...comicColumns(state)}>{t(`admin.state.${state}`)}</State>
    </span>
  );
}

/** Chooses the columns; kept in this browser. */
export function ColumnsPill({ closeLabel }: { closeLabel: string }) {
  const t = useTranslate();
  const shown = usePersistentStore(columnsStore);
  const press = (name: Choice) =>
    columnsStore.change((now) => (now.includes(name) ? now.filter((each) => each !== name) : [...now, name]));
  return (
    <Pill label={t('admin.columns')} icon="sliders" closeLabel={closeLabel} narrow>
      {useChoices().map((name) => (
        <label key={name} className="check">
          <input type="checkbox" checked={shown.includes(name)} onChange={() => press(name)} />
          {t(`admin.column.${name}`)}
        </label>
      ))}
    </Pill>
  );
}
