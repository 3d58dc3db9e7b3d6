import { useState, type ReactNode } from 'react';
import type { Term } from '#contract/taxonomy.ts';
import { useHydrated } from '#web/hydrated.ts';
import { formatNumber } from '#web/i18n/format.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Multi, type MultiChoice } from '#web/ui/multi.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { loadTerms } from './choices.ts';
import type { FilterPath } from './filters.ts';
import type { Listing } from './listing-state.ts';
import { useSlow } from '#web/use-slow.ts';

interface Props {
  path: FilterPath;
  listing: Listing;
  /** Below the choices: what clears and what shows. */
  foot: ReactNode;
}

/** The most frequent terms of a kind to include and exclude. In the browser they are loaded when the pill is opened. */
export function TermPill({ path, listing, foot }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [terms, setTerms] = useState<readonly Term[] | 'loading' | 'failed' | null>(null);
  const slow = useSlow(terms === 'loading');
  const { filters: { include, exclude }, plain } = listing;
  const load = () => {
    if (Array.isArray(terms) || terms === 'loading') { return; }
    setTerms('loading');
    loadTerms(path).then(setTerms, () => setTerms('failed'));
  };
  const label = t(`latest.filters.${path}`);
  const [wanted, unwanted] = [include[path] ?? [], exclude[path] ?? []];
  const active = wanted.length + unwanted.length;
  const list = (offered: readonly Term[]) => (
    <Multi
      // Ticked anew when the address changes.
      key={`${wanted.join()};${unwanted.join()}`}
      label={label} names={{ in: path, out: `not_${path}` }} choices={rowsOf(path, listing, offered, locale)} foot={foot}
      labels={{ in: (name) => t('latest.filters.include', { name }), out: (name) => t('latest.filters.exclude', { name }) }}
    />
  );
  return (
    <Pill label={label} count={active > 0 ? formatNumber(locale, active) : undefined} closeLabel={t('latest.filters.close')} onOpen={load}>
      {Array.isArray(terms) ? list(terms as readonly Term[]) : null}
      {terms === 'loading' ? <div className="filters__wait" role="status" aria-label={t('latest.filters.loading')}>{slow ? <><Skeleton width="70%" /><Skeleton width="45%" /><Skeleton width="60%" /></> : null}</div> : null}
      {terms === 'failed' ? <div className="filters__wait" role="alert"><p>{t('latest.filters.failed')}</p><Button onClick={load}>{t('latest.retry')}</Button></div> : null}
      {hydrated && !Array.isArray(terms) ? <Kept path={path} wanted={wanted} unwanted={unwanted} /> : null}
      <noscript>{list(plain?.data[path] ?? [])}</noscript>
    </Pill>
  );
}

/** Keeps what is chosen in the form while its boxes are not there. */
function Kept({ path, wanted, unwanted }: { path: FilterPath; wanted: readonly number[]; unwanted: readonly number[] }) {
  return (
    <>
      {wanted.map((id) => <input key={id} type="hidden" name={path} value={id} />)}
      {unwanted.map((id) => <input key={id} type="hidden" name={`not_${path}`} value={id} />)}
    </>
  );
}

/** The rows of a kind: what is chosen and not among the offered stands first. */
function rowsOf(path: FilterPath, { filters: { include, exclude }, chosen, fixed }: Listing, offered: readonly Term[], locale: string): MultiChoice[] {
  const picked = (id: number) => (include[path]?.includes(id) ? 'in' : exclude[path]?.includes(id) ? 'out' : null);
  const offeredIds = new Set(offered.map(({ id }) => id));
  const rare = (chosen[path] ?? []).filter(({ id }) => !offeredIds.has(id));
  return [
    ...rare.map(({ id, name }): MultiChoice => ({ value: id, name, picked: picked(id), color: path === 'tags' ? null : undefined })),
    ...offered.filter(({ id }) => fixed?.path !== path || fixed.id !== id).map(({ id, name, color, comics_count }): MultiChoice => ({
      value: id, name, count: formatNumber(locale, comics_count), picked: picked(id), color: path === 'tags' ? color ?? null : undefined,
    })),
  ];
}
