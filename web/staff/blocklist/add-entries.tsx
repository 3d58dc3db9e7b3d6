import { useState } from 'react';
import { BLOCK_KINDS, type BlockAdded, type BlockKind } from '#contract/blocklist.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Drop } from '#web/ui/media/file-drop.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Select } from '#web/ui/choice/select.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

/** Puts one entry on the list, or those of a file. */
export function AddEntries({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: () => Promise<void>;
}) {
  const t = useTranslate();
  const [kind, setKind] = useState<BlockKind>('prohibited');
  const [said, setSaid] = useState<{ kind: 'good' | 'warn' | 'bad'; text: string } | null>(null);
  const tell = async ({
    added,
    known,
    refused = [],
  }: Pick<BlockAdded, 'added' | 'known'> & { refused?: BlockAdded['refused'] }) => {
    const lines = refused
      .map(({ line }) => line)
      .slice(0, 10)
      .join(', ');
    setSaid({
      kind: refused.length > 0 ? 'warn' : 'good',
      text: [
        t('admin.blocklist.added.count', { added, known }),
        ...(refused.length > 0 ? [t('admin.blocklist.added.refused', { count: refused.length, lines })] : []),
      ].join(' '),
    });
    await onAdded();
  };
  const form = useForm(async ({ value = '', note = '' }, element) => {
    setSaid(null);
    await tell(await apiPost<BlockAdded>('/admin/blocklists', { body: { kind, value, note } }));
    element.reset();
  });
  const takeFile = async (file: File) => {
    setSaid(null);
    try {
      await tell(
        await apiPost<BlockAdded>('/admin/blocklists/file', {
          params: { kind },
          body: new Blob([file], { type: 'application/octet-stream' }),
        }),
      );
    } catch (failure) {
      setSaid({ kind: 'bad', text: (failure as Error).message });
    }
  };
  const close = () => {
    setSaid(null);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={t('admin.blocklist.add')} closeLabel={t('comments.cancel')}>
      <div className="stack">
        <Select
          name="kind"
          label={t('admin.blocklist.kind')}
          value={kind}
          onChange={setKind}
          choices={BLOCK_KINDS.map((value) => ({ value, label: t(`admin.blocklist.kind.${value}`) }))}
        />
        <form className="stack" {...form.props}>
          <Field
            label={t('admin.blocklist.value')}
            name="value"
            hint={t(`admin.blocklist.hint.${kind}`)}
            dir={kind === 'prohibited' ? 'auto' : 'ltr'}
            maxLength={300}
            error={form.errors.value ?? form.message}
            required
          />
          <Field label={t('admin.blocklist.note')} name="note" maxLength={500} error={form.errors.note} />
          <SubmitButton busy={form.busy}>{t('admin.blocklist.add')}</SubmitButton>
        </form>
        <Drop
          title={t('admin.blocklist.file')}
          chooseFiles={t('admin.blocklist.file.choose')}
          accept=".csv,.json,.txt"
          onFiles={([first]) => {
            if (first) {
              void takeFile(first.file);
            }
          }}
        >
          <p className="muted small">{t('admin.blocklist.file.hint')}</p>
        </Drop>
        {said === null ? null : <Alert kind={said.kind}>{said.text}</Alert>}
      </div>
    </Dialog>
  );
}
