import { useNavigate } from 'react-router';
import { IMPORT_STATES, type AdminImport } from '#contract/imports.ts';
import type { Page } from '#contract/paging.ts';
import type { Transfer } from '#contract/transfers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { State } from '#web/ui/basic/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { NewTransferForm } from './new-transfer.tsx';
import { TransferState } from './transfer-state.tsx';
import { usePolling } from '#web/ui/feedback/use-polling.ts';
import { Link } from '#web/ui/basic/link.tsx';
import './transfers.css';

export interface Overview {
  transfers: Transfer[];
  imports: Page<AdminImport>;
  state: string;
}

const STATES = ['all', ...IMPORT_STATES] as const;
const LOOKS = { waiting: 'warn', reading: 'warn', imported: 'good', refused: 'bad' } as const;

/** Where a library can be brought from, which were, and what became of every file. */
export function ImportsOverview({ transfers, imports, state }: Overview) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(imports.last_page);
  usePolling(
    transfers.some((each) => each.state === 'waiting' || each.state === 'running') ||
      imports.data.some((each) => each.state === 'waiting' || each.state === 'reading'),
  );
  const addressFor = (next: string, page: number) =>
    links.admin('imports', null, null, { state: next === 'all' ? null : next, page: page > 1 ? page : null });
  const brought: readonly Column<Transfer>[] = [
    {
      name: 'name',
      label: t('admin.imports.from'),
      place: 'main',
      cell: ({ id, kind, name }) => (
        <div className="table__title">
          <Link to={links.admin('imports', String(id))}>
            <bdi>{name}</bdi>
          </Link>
          <span className="muted small">{t(`admin.imports.kind.${kind}`)}</span>
        </div>
      ),
    },
    { name: 'state', label: t('admin.terms.state'), cell: (transfer) => <TransferState transfer={transfer} /> },
    {
      name: 'count',
      label: t('admin.imports.brought'),
      place: 'labelled',
      end: true,
      cell: ({ imported, unchanged, refused, total }) =>
        t('admin.imports.count', { done: imported + unchanged + refused, total }),
    },
    {
      name: 'when',
      label: t('admin.imports.begun'),
      place: 'labelled',
      end: true,
      cell: ({ created_at: at }) => <When date={at} />,
    },
  ];
  const files: readonly Column<AdminImport>[] = [
    {
      name: 'file',
      label: t('admin.imports.file'),
      place: 'main',
      cell: ({ file, comic, error, warnings, missing }) => (
        <div className="table__title">
          {comic === null ? (
            <bdi>{file}</bdi>
          ) : (
            <Link to={links.admin('comics', comic.slug)}>
              <bdi>{comic.title}</bdi>
            </Link>
          )}
          {comic === null ? null : (
            <span className="muted small">
              <bdi>{file}</bdi>
            </span>
          )}
          {error === null ? null : <span className="imports__why">{error}</span>}
          {missing === 0 ? null : <span className="imports__why">{t('admin.lack.title', { count: missing })}</span>}
          {warnings.length === 0 ? null : (
            <details className="small">
              <summary>{t('admin.imports.warnings', { count: warnings.length })}</summary>
              <ul>
                {warnings.map(({ message, page, name }, at) => (
                  <li key={at}>
                    {page === null ? message : t('admin.imports.warning.page', { page, message })}
                    {name === null ? null : (
                      <>
                        {' '}
                        (<bdi>{name}</bdi>)
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      ),
    },
    {
      name: 'state',
      label: t('admin.terms.state'),
      cell: ({ state: is }) => <State look={LOOKS[is]}>{t(`admin.imports.state.${is}`)}</State>,
    },
    {
      name: 'when',
      label: t('admin.imports.begun'),
      place: 'labelled',
      end: true,
      cell: ({ created_at: at }) => <When date={at} />,
    },
  ];
  return (
    <>
      <h1>{t('admin.title.imports')}</h1>
      <NewTransferForm />
      {transfers.length === 0 ? null : (
        <Panel title={t('admin.imports.libraries')}>
          <Table label={t('admin.imports.libraries')} columns={brought} rows={transfers} keyFor={({ id }) => id} />
        </Panel>
      )}
      <Panel
        title={t('admin.imports.files')}
        more={
          <Select
            name="state"
            label={t('admin.terms.show')}
            value={STATES.find((each) => each === state) ?? 'all'}
            choices={STATES.map((value) => ({ value, label: t(`admin.imports.state.${value}`) }))}
            onChange={(next) => void navigate(addressFor(next, 1), { preventScrollReset: true })}
          />
        }
      >
        {imports.total === 0 ? (
          <EmptyState title={t('admin.imports.none')} text={t('admin.imports.none.text')} />
        ) : (
          <Table label={t('admin.imports.files')} columns={files} rows={imports.data} keyFor={({ id }) => id} />
        )}
      </Panel>
      <Pager
        page={imports.current_page}
        last={imports.last_page}
        addressFor={(page) => addressFor(state, page)}
        words={words}
      />
    </>
  );
}
