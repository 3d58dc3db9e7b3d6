import { filtersPath } from '#contract/addresses.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { ChoiceRow, type MultiSelect } from '#web/ui/filter/choice-row.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { listPicks, useFindLabel, useMultiLabels } from '#web/catalogue/filters/choice-names.ts';
import { FILTER_PATHS, filtersQuery, type FilterPath, type Filters } from '#web/catalogue/filters/filters.ts';
import { filtersAddress, type PlainFilters } from './plain-filters.ts';
import './plain-filters-form.css';

/**
 * The choices of one kind as a form of the browser's own. Every button sends all of it: to look for a name, to turn the page, to
 * go to another kind, or to the list; so what is ticked is not lost on the way.
 */
export function PlainFiltersForm({ data }: { data: PlainFilters }) {
  const { list, of, filters, kinds, kind, find, found } = data;
  const t = useTranslate();
  const locale = useLocale();
  const labels = useMultiLabels();
  const findLabel = useFindLabel(kind);
  const picks = new Map(listPicks(kind, data).map((pick) => [pick.value, pick.picked]));
  const rows = found.data
    .filter(({ id }) => of?.term.id !== id)
    .map(({ id, name, color, icon, comics_count: count }): MultiSelect => ({
      value: String(id),
      name,
      count: formatNumber(locale, count),
      color: kind === 'tags' ? (color ?? null) : undefined,
      icon,
    }));
  const isShown = new Set(rows.map(({ value }) => value));
  // A chosen term without a row of its own below stands above, to be seen and taken back.
  const others = FILTER_PATHS.flatMap((path) =>
    listPicks(path, data)
      .filter(({ value }) => path !== kind || !isShown.has(value))
      .map((pick) => ({ ...pick, path })),
  );
  return (
    <form
      className="plain-filters"
      method="get"
      action={filtersPath(list)}
      role="search"
      aria-label={t('latest.filters.label')}
    >
      {/* The button that Enter presses: the first that sends the form. */}
      <button type="submit" hidden>
        {t('taxonomy.search.submit')}
      </button>
      <Hidden filters={filters} />
      <input type="hidden" name="kind" value={kind} />
      <div className="chips" role="group" aria-label={t('latest.filters.kinds')}>
        {kinds.map((each) => {
          const count = listPicks(each, data).length;
          return (
            <button
              key={each}
              type="submit"
              className="chip"
              name="to"
              value={each}
              aria-current={each === kind ? 'true' : undefined}
            >
              <span>{t(`latest.filters.${each}`)}</span>
              {count > 0 ? <span className="chip__n">{formatNumber(locale, count)}</span> : null}
            </button>
          );
        })}
      </div>
      {others.length > 0 ? (
        <fieldset className="plain-filters__rows" aria-label={t('latest.filters.chosen')}>
          {others.map(({ path, picked, ...choice }) => (
            <ChoiceRow
              key={`${path} ${choice.value}`}
              {...choice}
              picked={picked}
              names={boxNames(path)}
              labels={labels}
            />
          ))}
        </fieldset>
      ) : null}
      <div className="plain-filters__find">
        <SearchField name="find" value={find} label={findLabel} submitLabel={t('taxonomy.search.submit')} />
        <p className="muted num small">{t('latest.filters.options', { count: found.total })}</p>
      </div>
      {rows.length > 0 ? (
        <fieldset className="plain-filters__rows" aria-label={t(`latest.filters.${kind}`)}>
          {rows.map((row) => (
            <ChoiceRow key={row.value} {...row} picked={picks.get(row.value)} names={boxNames(kind)} labels={labels} />
          ))}
        </fieldset>
      ) : (
        <p className="muted">{find === '' ? t('latest.filters.none') : t('taxonomy.empty.title', { query: find })}</p>
      )}
      <Check name="match" value="any" checked={filters.match === 'any'}>
        {t('latest.filters.match.plain')}
      </Check>
      <Turns page={found.current_page} last={found.last_page} />
      <div className="plain-filters__foot">
        {picks.size > 0 ? (
          <ButtonLink look={['ghost']} to={filtersAddress(list, withoutKind(filters, kind), { kind })}>
            {t('latest.filters.clear')}
          </ButtonLink>
        ) : null}
        <Button type="submit" look={['primary']} name="show" value="list">
          {t('latest.filters.show')}
        </Button>
      </div>
    </form>
  );
}

/** The filters and the order of the list besides terms. */
function Hidden({ filters }: { filters: Filters }) {
  const query = filtersQuery({ ...filters, include: {}, exclude: {}, match: 'all' });
  return Object.entries(query).flatMap(([name, value]) =>
    // A control called `attributes` would hide the form's own property of that name.
    Array.isArray(value) ? (
      value.map((each) => <input key={`${name} ${each}`} type="hidden" name={`${name}[]`} value={each} />)
    ) : (
      <input key={name} type="hidden" name={name} value={String(value)} />
    ),
  );
}

/** Leads to the pages of the choices around this one; nothing where there is only one. */
function Turns({ page, last }: { page: number; last: number }) {
  const words = usePagerWords(last);
  if (last <= 1) return null;
  const turns: [IconName, string, number][] = [
    ['first', words.first, 1],
    ['prev', words.previous, page - 1],
    ['next', words.next, page + 1],
    ['last', words.last, last],
  ];
  const [first, previous, next, end] = turns.map(([icon, label, to]) => (
    <Button
      key={icon}
      type="submit"
      look={['icon']}
      name="page"
      value={to}
      disabled={to < 1 || to > last || to === page}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} className="flip" />
    </Button>
  ));
  return (
    <div className="plain-filters__turns num" role="group" aria-label={words.label}>
      {first}
      {previous}
      <span>{words.page(page)}</span>
      {next}
      {end}
    </div>
  );
}

function boxNames(path: FilterPath): { in: string; out: string } {
  return { in: path, out: `not_${path}` };
}

function withoutKind(filters: Filters, kind: FilterPath): Filters {
  const { [kind]: _in, ...include } = filters.include;
  const { [kind]: _out, ...exclude } = filters.exclude;
  return { ...filters, include, exclude };
}
