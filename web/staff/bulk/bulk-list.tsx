import { useEffect, useState } from 'react';
import type { Bulk, BulkPage } from '#contract/bulk-editing.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { followBulk, isGoing, undoBulk } from './bulk-run.ts';
import { ShownValue, fieldName } from '#web/staff/comic-parts/display-value.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** Comics changed. */
  onUndone: () => void;
}

/** The latest bulk edits: what each did, how far it is, and what undoes it. */
export function RecentBulks({ open, onClose, onUndone }: Props) {
  const t = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} title={t('admin.bulk.recent')} closeLabel={t('latest.filters.close')}>
      <List onUndone={onUndone} />
    </Dialog>
  );
}

function List({ onUndone }: Pick<Props, 'onUndone'>) {
  const t = useTranslate();
  const [bulks, setBulks] = useState<readonly Bulk[] | null>(null);
  const [failure, setFailure] = useState('');
  const put = (next: Bulk) => setBulks((before) => before?.map((each) => (each.id === next.id ? next : each)) ?? null);
  const fail = ({ name, message }: Error) => {
    if (name !== 'AbortError') {
      setFailure(message);
    }
  };
  useEffect(() => {
    const leaving = new AbortController();
    apiGet<BulkPage>('/admin/comics/bulk', { params: { per_page: 24 }, signal: leaving.signal })
      .then(async ({ data }) => {
        setBulks(data);
        await Promise.all(data.filter(isGoing).map((bulk) => followBulk(bulk, put, leaving.signal)));
      })
      .catch(fail);
    return () => leaving.abort();
  }, []);
  const undo = (bulk: Bulk) => {
    undoBulk(bulk)
      .then((begun) => followBulk(begun, put))
      .then(onUndone, fail);
  };
  const alert = failure === '' ? null : <Alert kind="bad">{failure}</Alert>;
  if (bulks === null) return alert ?? <p role="status">{t('latest.filters.loading')}</p>;
  if (bulks.length === 0) return <EmptyState title={t('admin.bulk.none')} />;
  return (
    <>
      {alert}
      <ul className="bulk-dialog bulk-list">
        {bulks.map((bulk) => (
          <li key={bulk.id} className="stack">
            <p className="row small muted">
              {bulk.by === null ? null : <bdi>{bulk.by.username}</bdi>}
              <When date={bulk.created_at} />
            </p>
            <Summary changes={bulk.changes} />
            {isGoing(bulk) ? (
              <BulkProgress bulk={bulk} onFailure={setFailure} />
            ) : (
              <p className="small">
                {t(`admin.bulk.state.${bulk.state}`)} ·{' '}
                {bulk.state === 'undone'
                  ? t('admin.bulk.undone', { count: bulk.undone, kept: bulk.kept })
                  : t('admin.bulk.done', { count: bulk.changed })}
              </p>
            )}
            {bulk.kept_comics.length === 0 ? null : (
              <p className="hint">
                {t('admin.bulk.kept')} {bulk.kept_comics.map(({ title }) => title).join(' · ')}
              </p>
            )}
            {(bulk.state === 'done' || bulk.state === 'cancelled') && bulk.changed > 0 ? (
              <div>
                <Button onClick={() => undo(bulk)}>
                  <Icon name="back" className="flip" />
                  {t('library.toast.undo')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The summary of a bulk edit. */
function Summary({ changes }: { changes: unknown }) {
  const t = useTranslate();
  const parts = Object.entries((changes ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    name === 'add' || name === 'remove' || name === 'replace'
      ? Object.entries(value as Record<string, unknown>).map(([path, terms]) => ({
          name: t('site.labelled', { label: t(`admin.bulk.${name}`), value: fieldName(t, path) }),
          field: path,
          value: terms,
        }))
      : [{ name: fieldName(t, name), field: name, value }],
  );
  return (
    <dl className="changes">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>
            <ShownValue field={part.field} value={part.value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
