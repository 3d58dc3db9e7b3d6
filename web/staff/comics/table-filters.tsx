import { useState, type FormEvent } from 'react';
import type { KindPath } from '#contract/taxonomy.ts';
import { useTranslate, type Translate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { TermPicker } from '#web/staff/terms/term-picker.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import '#web/ui/choice/checkbox.css';
import { KINDS, MISSING_BY_FIELD, SINGLE_KINDS } from '#web/staff/comic-parts/comic-choices.ts';
import { ColumnsPill } from '#web/staff/comic-parts/comic-columns.tsx';
import { keepName } from './load-table.ts';
import { isNarrowed, LISTS, type ListName, type TableQuery } from './table-query.ts';

interface Props {
  query: TableQuery;
  /** The names of the terms the table is narrowed by, by `<path> <id>`. */
  names: ReadonlyMap<string, string>;
  onChange: (query: TableQuery) => void;
}

/** Everything that chooses comics of the table; each choice is followed at once. */
export function TableFilters({ query, names, onChange }: Props) {
  const t = useTranslate();
  const { features } = useSite();
  const change = (part: Partial<TableQuery>) => onChange({ ...query, page: 1, ...part });
  const kinds = KINDS.filter((path) => features.includes(path));
  const close = t('latest.filters.close');
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ q: (new FormData(event.currentTarget).get('q') as string).trim() });
  };
  const lists = (of: readonly ListName[]) => of.reduce((count, name) => count + query[name].length, 0);
  const termCount = (paths: readonly KindPath[]) =>
    paths.reduce((count, path) => count + (query.include[path]?.length ?? 0) + (query.exclude[path]?.length ?? 0), 0);
  const others = kinds.filter((path) => !SINGLE_KINDS.includes(path));
  const more =
    lists(['attributes', 'missing', 'reviews']) + (query.premium === '' ? 0 : 1) + (query.uploader === '' ? 0 : 1);
  return (
    <div className="comic-filters">
      <form
        role="search"
        aria-label={t('admin.comics.search')}
        onSubmit={search}
        className="comic-filters__search"
        key={query.q}
      >
        <SearchField name="q" value={query.q} label={t('admin.comics.search')} submitLabel={t('search.title')} />
      </form>
      <div className="comic-filters__pills">
        {(['states', 'ratings', 'statuses'] as const).map((name) => (
          <Pill
            key={name}
            label={t(`admin.filter.${name}`)}
            count={numbered(query[name].length)}
            closeLabel={close}
            narrow
          >
            <ListChoices name={name} query={query} change={change} />
          </Pill>
        ))}
        {SINGLE_KINDS.filter((path) => kinds.includes(path as never)).map((path) => (
          <Pill
            key={path}
            label={t(`latest.filters.${path as 'languages'}`)}
            count={numbered(termCount([path]))}
            closeLabel={close}
          >
            <TermChoices paths={[path]} query={query} names={names} change={change} />
          </Pill>
        ))}
        {others.length === 0 ? null : (
          <Pill label={t('admin.filter.terms')} count={numbered(termCount(others))} closeLabel={close}>
            <TermChoices paths={others} query={query} names={names} change={change} />
          </Pill>
        )}
        <Pill label={t('admin.filter.more')} count={numbered(more)} closeLabel={close}>
          <div className="comic-filters__more stack">
            {(['missing', 'attributes', 'reviews'] as const).map((name) => (
              <fieldset key={name}>
                <legend className="label">{t(`admin.filter.${name}`)}</legend>
                <ListChoices name={name} query={query} change={change} />
              </fieldset>
            ))}
            {features.includes('premium') ? (
              <div className="field">
                <span className="label">{t('admin.field.premium')}</span>
                <Segmented
                  label={t('admin.field.premium')}
                  value={query.premium}
                  fill
                  onChange={(premium) => change({ premium })}
                  choices={[
                    { value: '', label: t('admin.any') },
                    { value: 'true', label: t('admin.yes') },
                    { value: 'false', label: t('admin.no') },
                  ]}
                />
              </div>
            ) : null}
            <form
              className="field"
              onSubmit={(event) => {
                event.preventDefault();
                change({ uploader: (new FormData(event.currentTarget).get('uploader') as string).trim() });
              }}
            >
              <label className="label" htmlFor="comics-uploader">
                {t('admin.column.uploader')}
              </label>
              <input
                className="input"
                id="comics-uploader"
                name="uploader"
                defaultValue={query.uploader}
                key={query.uploader}
                placeholder={t('admin.filter.uploader')}
                maxLength={100}
              />
            </form>
          </div>
        </Pill>
        <ColumnsPill closeLabel={close} />
      </div>
      {isNarrowed(query) ? <Chosen query={query} names={names} change={change} t={t} /> : null}
    </div>
  );
}

const numbered = (count: number) => (count === 0 ? undefined : String(count));

type Change = (part: Partial<TableQuery>) => void;

/** The name of a value of a list. */
function nameFor(t: Translate, name: ListName, value: string): string {
  switch (name) {
    case 'states':
      return t(`admin.state.${value as 'draft'}`);
    case 'ratings':
      return t(`upload.field.rating.${value as 'safe'}`);
    case 'statuses':
      return t(`latest.status.${value as 'ongoing'}`);
    case 'attributes':
      return t(`latest.attribute.${value as 'translated'}`);
    case 'missing':
      return t(`admin.missing.${value as 'cover'}`);
    case 'reviews':
      return t(`admin.review.${value as 'waiting'}`);
  }
}

function ListChoices({ name, query, change }: { name: ListName; query: TableQuery; change: Change }) {
  const t = useTranslate();
  const { features } = useSite();
  const now = query[name] as readonly string[];
  const press = (value: string) =>
    change({ [name]: now.includes(value) ? now.filter((each) => each !== value) : [...now, value] });
  const offered = LISTS[name].filter(
    (value) => MISSING_BY_FIELD[value] === undefined || features.includes(MISSING_BY_FIELD[value]),
  );
  return offered.map((value) => (
    <label key={value} className="check">
      <input type="checkbox" checked={now.includes(value)} onChange={() => press(value)} />
      {nameFor(t, name, value)}
    </label>
  ));
}

/** Terms that comics must have or must not have, of one kind at a time. */
function TermChoices({
  paths,
  query,
  names,
  change,
}: {
  paths: readonly KindPath[];
  query: TableQuery;
  names: Props['names'];
  change: Change;
}) {
  const t = useTranslate();
  const [path, setPath] = useState(paths[0]!);
  const [side, setSide] = useState<'include' | 'exclude'>('include');
  const label = t(`latest.filters.${path as 'tags'}`);
  const value = (query[side][path] ?? []).map((id) => ({ id, slug: '', name: names.get(`${path} ${id}`) ?? `#${id}` }));
  return (
    <div className="comic-filters__terms stack">
      {paths.length === 1 ? null : (
        <Select
          name="kind"
          label={t('admin.kind')}
          value={path}
          onChange={setPath}
          choices={paths.map((each) => ({ value: each, label: t(`latest.filters.${each as 'tags'}`) }))}
        />
      )}
      <Segmented
        label={label}
        fill
        value={side}
        onChange={setSide}
        choices={[
          { value: 'include', label: t('admin.filter.with') },
          { value: 'exclude', label: t('admin.filter.without') },
        ]}
      />
      <TermPicker
        key={`${path} ${side}`}
        path={path}
        label={label}
        value={value}
        onChange={(terms) => {
          for (const term of terms) {
            keepName(path, term);
          }
          const { [path]: _before, ...rest } = query[side];
          change({ [side]: terms.length === 0 ? rest : { ...rest, [path]: terms.map(({ id }) => id) } });
        }}
      />
    </div>
  );
}

/** Every choice that narrows the table, each with what takes it back. */
function Chosen({
  query,
  names,
  change,
  t,
}: {
  query: TableQuery;
  names: Props['names'];
  change: Change;
  t: Translate;
}) {
  const chips: { key: string; name: string; out?: boolean; without: Partial<TableQuery> }[] = [];
  if (query.q !== '') {
    chips.push({ key: 'q', name: t('latest.chip.query', { query: query.q }), without: { q: '' } });
  }
  for (const name of Object.keys(LISTS) as ListName[]) {
    for (const value of query[name]) {
      chips.push({
        key: `${name} ${value}`,
        name: nameFor(t, name, value),
        without: { [name]: (query[name] as readonly string[]).filter((each) => each !== value) },
      });
    }
  }
  if (query.premium !== '') {
    chips.push({
      key: 'premium',
      name: t('latest.card.premium'),
      out: query.premium === 'false',
      without: { premium: '' },
    });
  }
  if (query.uploader !== '') {
    chips.push({ key: 'uploader', name: query.uploader, without: { uploader: '' } });
  }
  for (const side of ['include', 'exclude'] as const) {
    for (const path of KINDS) {
      for (const id of query[side][path] ?? []) {
        const { [path]: ids = [], ...rest } = query[side];
        const left = ids.filter((each) => each !== id);
        chips.push({
          key: `${side} ${path} ${id}`,
          name: names.get(`${path} ${id}`) ?? `#${id}`,
          out: side === 'exclude',
          without: { [side]: left.length > 0 ? { ...rest, [path]: left } : rest },
        });
      }
    }
  }
  const none: Partial<TableQuery> = {
    q: '',
    states: [],
    ratings: [],
    statuses: [],
    attributes: [],
    missing: [],
    reviews: [],
    premium: '',
    uploader: '',
    include: {},
    exclude: {},
  };
  return (
    <ul className="chips comic-filters__chosen" aria-label={t('latest.filters.chosen')}>
      {chips.map(({ key, name, out = false, without }) => (
        <li key={key} className={out ? 'chip chip--out' : 'chip chip--in'}>
          <span>
            <bdi>{name}</bdi>
          </span>
          <button
            type="button"
            className="chip__x"
            aria-label={t('latest.chip.remove', { name })}
            onClick={() => change(without)}
          >
            <Icon name="x" className="icon--s" />
          </button>
        </li>
      ))}
      <li>
        <Button look={['ghost']} onClick={() => change(none)}>
          {t('latest.filters.clear')}
        </Button>
      </li>
    </ul>
  );
}
