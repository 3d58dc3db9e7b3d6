import { useNavigate } from 'react-router';
import type { Page } from '#contract/paging.ts';
import { type Transfer, TRANSFER_ITEM_STATES, type TransferItem } from '#contract/transfers.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { TransferFindings } from './transfer-findings.tsx';
import { TransferState } from './transfer-state.tsx';
import { usePolling } from '#web/ui/feedback/use-polling.ts';
import { Link } from '#web/ui/basic/link.tsx';
import './transfers.css';

const LOOKS = { waiting: undefined, imported: 'good', unchanged: 'good', refused: 'bad' } as const;
const SHOWN = ['all', ...TRANSFER_ITEM_STATES] as const;

/** One library: how far it is, what became of each comic, and what can be done about it. */
export function TransferView({
  transfer,
  items,
  shown,
}: {
  transfer: Transfer;
  items: Page<TransferItem>;
  shown: string;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(items.last_page);
  const { run, busy, failure } = useMutation();
  const { id, name, kind, state, total, imported, unchanged, refused, incomplete, found, error } = transfer;
  const going = state === 'waiting' || state === 'running';
  usePolling(going);
  const done = imported + unchanged + refused;
  const path = `/admin/imports/transfers/${id}`;
  const addressFor = (next: string, page: number) =>
    links.admin('imports', String(id), null, { state: next === 'all' ? null : next, page: page > 1 ? page : null });
  const forget = async () => {
    await apiSend('DELETE', path);
    await navigate(links.admin('imports'));
  };
  const columns: readonly Column<TransferItem>[] = [
    {
      name: 'title',
      label: t('admin.imports.comic'),
      place: 'main',
      cell: ({ title, slug, subject, error: why }) => (
        <div className="table__title">
          {slug === null ? (
            <bdi>{title}</bdi>
          ) : (
            <Link to={links.admin('comics', slug)}>
              <bdi>{title}</bdi>
            </Link>
          )}
          {subject === 'comic' ? null : <span className="muted small">{t(`admin.imports.subject.${subject}`)}</span>}
          {why === null ? null : <span className="imports__why">{why.message}</span>}
        </div>
      ),
    },
    {
      name: 'state',
      label: t('admin.terms.state'),
      cell: ({ state: is }) => (
        <State {...(LOOKS[is] ? { look: LOOKS[is] } : {})}>{t(`admin.imports.item.${is}`)}</State>
      ),
    },
  ];
  return (
    <>
      <BackLink to={links.admin('imports')}>{t('admin.title.imports')}</BackLink>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <Panel title={t(`admin.imports.kind.${kind}`)} more={<TransferState transfer={transfer} />}>
        <div className="stack">
          <Progress
            label={t('admin.imports.brought')}
            value={total === 0 ? null : done / total}
            outcome={state === 'failed' ? 'bad' : state === 'done' ? 'good' : undefined}
          >
            <span>{t('admin.imports.count', { done, total })}</span>
            {refused === 0 ? null : <span>{t('admin.imports.refused', { count: refused })}</span>}
            {incomplete === 0 ? null : <span>{t('admin.imports.lacking', { count: incomplete })}</span>}
          </Progress>
          {error === null ? null : (
            <Alert kind="bad">
              <span>{error.message}</span>
            </Alert>
          )}
          {failure === '' ? null : (
            <Alert kind="bad">
              <span>{failure}</span>
            </Alert>
          )}
          <div className="row">
            {going ? (
              <Button disabled={busy} onClick={() => void run(() => apiPost(`${path}/cancel`))}>
                <Icon name="pause" />
                {t('admin.imports.stop')}
              </Button>
            ) : (
              <>
                {state === 'done' && refused === 0 && incomplete === 0 ? null : (
                  <Button disabled={busy} onClick={() => void run(() => apiPost(`${path}/resume`))}>
                    {state === 'ready' ? null : <Icon name="retry" />}
                    {t(state === 'ready' ? 'admin.imports.start' : 'admin.imports.resume')}
                  </Button>
                )}
                <Button look={['ghost', 'danger']} disabled={busy} onClick={() => void run(forget)}>
                  {t('admin.imports.forget')}
                </Button>
              </>
            )}
          </div>
        </div>
      </Panel>
      {found === null ? null : <TransferFindings kind={kind} found={found} />}
      <Panel
        title={t('admin.imports.comics')}
        more={
          <Select
            name="state"
            label={t('admin.terms.show')}
            value={SHOWN.find((each) => each === shown) ?? 'all'}
            choices={SHOWN.map((value) => ({ value, label: t(`admin.imports.item.${value}`) }))}
            onChange={(next) => void navigate(addressFor(next, 1), { preventScrollReset: true })}
          />
        }
      >
        {items.total === 0 ? (
          <EmptyState title={t('admin.imports.nothing')} />
        ) : (
          <Table label={t('admin.imports.comics')} columns={columns} rows={items.data} keyFor={({ key }) => key} />
        )}
      </Panel>
      <Pager
        page={items.current_page}
        last={items.last_page}
        addressFor={(page) => addressFor(shown, page)}
        words={words}
      />
    </>
  );
}
