import type { BlockEntry, QuarantineCase, Refusal } from '#contract/blocklist.ts';
import type { Page as List } from '#contract/paging.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Tabs } from '#web/ui/basic/tabs.tsx';
import { EntryList } from './entry-list.tsx';
import { QuarantineList } from './quarantine-list.tsx';
import { RefusalList } from './refusal-list.tsx';

type Data = List<BlockEntry> | List<Refusal> | List<QuarantineCase>;

/** The parts of the section by their part of the address; the list itself has none. */
const PARTS = ['quarantine', 'refused'];
const PER_PAGE = 24;

/** The list, what was refused because of it, or the pictures in quarantine. */
export function load({ request, id, query }: SectionArgs): Promise<Data> {
  const params = Object.fromEntries(
    ['kind', 'q', 'state'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  );
  const path = id !== null && PARTS.includes(id) ? `/admin/blocklists/${id}` : '/admin/blocklists';
  return apiGet(path, { request, params: { ...params, page: Number(query.get('page')) || 1, per_page: PER_PAGE } });
}

/** The blocklist of things prohibited on the site, for admins. */
export function Section({ data, id, query }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  const words = usePagerWords(data.last_page);
  const part = id !== null && PARTS.includes(id) ? id : null;
  const filters = { kind: query.get('kind'), q: query.get('q'), state: query.get('state') };
  return (
    <>
      <h1>{t('admin.title.blocklist')}</h1>
      <Tabs
        label={t('admin.title.blocklist')}
        tabs={[
          { to: links.admin('blocklist'), name: t('admin.blocklist.tab.list') },
          { to: links.admin('blocklist', 'quarantine'), name: t('admin.blocklist.tab.quarantine') },
          { to: links.admin('blocklist', 'refused'), name: t('admin.blocklist.tab.refused') },
        ]}
      />
      {part === 'quarantine' ? (
        <QuarantineList cases={data.data as QuarantineCase[]} />
      ) : part === 'refused' ? (
        <RefusalList refusals={data.data as Refusal[]} />
      ) : (
        <EntryList entries={data.data as BlockEntry[]} kind={filters.kind ?? ''} q={filters.q ?? ''} />
      )}
      <Pager
        page={data.current_page}
        last={data.last_page}
        addressFor={(page) => links.admin('blocklist', part, null, { ...filters, page: page > 1 ? page : null })}
        words={words}
      />
    </>
  );
}
