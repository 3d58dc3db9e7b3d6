import { useEffect, useRef, useState } from 'react';
import type { Bulk, BulkChanges, BulkPreview } from '#contract/bulk-editing.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { BulkFields } from './bulk-fields.tsx';
import { PLAIN, type BulkKind } from './bulk-kinds.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { beginBulk, followBulk, previewBulk } from './bulk-run.ts';
import type { ComicSelection } from './selection.ts';
import { ChangeList } from '#web/staff/comic-parts/display-value.tsx';
import { useUndo } from './use-undo.ts';

interface Props {
  /** Null while it is closed. */
  kind: BulkKind | null;
  selected: ComicSelection;
  onClose: () => void;
  onDone: () => void;
}

/** A bulk edit from what is wanted over what it would change to how far it is. */
export function BulkDialog({ kind, onClose, ...rest }: Props) {
  const t = useTranslate();
  return (
    <Dialog
      open={kind !== null}
      onClose={onClose}
      title={kind === null ? '' : t(`admin.bulk.${kind}` as MessageKey as 'admin.bulk.add')}
      closeLabel={t('latest.filters.close')}
    >
      {kind === null ? null : <Steps key={kind} kind={kind} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Steps({ kind, selected, onClose, onDone }: Props & { kind: BulkKind }) {
  const t = useTranslate();
  const [changes, setChanges] = useState<BulkChanges | null>(PLAIN[kind] ?? null);
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const say = useUndo(onDone);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure('');
    try {
      await work();
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  };
  const look = (wanted: BulkChanges) =>
    attempt(async () => setPreview(await previewBulk({ selection: selected.selection, changes: wanted })));
  useEffect(() => {
    if (changes !== null) {
      void look(changes);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);
  const begin = () =>
    attempt(async () => {
      const ended = await followBulk(
        await beginBulk({ selection: selected.selection, changes: changes! }, key.current),
        setBulk,
      );
      onDone();
      say(ended);
      if (ended.state !== 'failed') {
        onClose();
      }
    });
  const alert = failure === '' ? null : <Alert kind="bad">{failure}</Alert>;
  if (bulk !== null) {
    return (
      <div className="stack bulk-dialog">
        <BulkProgress bulk={bulk} onFailure={setFailure} />
        {alert}
      </div>
    );
  }
  if (preview === null) {
    return PLAIN[kind] !== undefined ? (
      <div className="stack bulk-dialog">{alert ?? <p role="status">{t('latest.filters.loading')}</p>}</div>
    ) : (
      <form
        className="stack bulk-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (changes !== null) {
            void look(changes);
          }
        }}
      >
        <p className="muted">{t('admin.bulk.selected', { count: selected.count })}</p>
        <BulkFields kind={kind} onChange={setChanges} />
        {alert}
        <div className="row row--end">
          <SubmitButton busy={busy} aria-disabled={busy || changes === null || undefined}>
            {t('admin.bulk.preview')}
          </SubmitButton>
        </div>
      </form>
    );
  }
  return (
    <div className="stack bulk-dialog">
      <p role="status">
        <b>{t('admin.bulk.changing', { count: preview.changing, total: preview.selected })}</b>
      </p>
      {preview.held === 0 ? null : (
        <Alert kind="warn">
          <span>{t('admin.bulk.held', { count: preview.held })}</span>
        </Alert>
      )}
      {preview.samples.length === 0 ? null : (
        <ul className="bulk-dialog__samples">
          {preview.samples.map((sample) => (
            <li key={sample.id}>
              <b>
                <bdi>{sample.title}</bdi>
              </b>
              <ChangeList changes={sample.changes} />
            </li>
          ))}
          {preview.changing > preview.samples.length ? (
            <li className="muted">{t('admin.bulk.others', { count: preview.changing - preview.samples.length })}</li>
          ) : null}
        </ul>
      )}
      {alert}
      <div className="row row--end">
        <Button onClick={PLAIN[kind] === undefined ? () => setPreview(null) : onClose}>
          {t(PLAIN[kind] === undefined ? 'admin.back' : 'account.cancel')}
        </Button>
        {preview.changing === 0 ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void begin();
            }}
          >
            <SubmitButton busy={busy}>{t('admin.bulk.begin', { count: preview.changing })}</SubmitButton>
          </form>
        )}
      </div>
    </div>
  );
}
