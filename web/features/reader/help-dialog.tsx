import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { keysForHelp, type Lie } from './keys.ts';
import './help-dialog.css';

/** The keys of the reader, as they act with the content lying as it does. */
export function HelpDialog({ open, lie, onClose }: { open: boolean; lie: Lie; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onClose} title={t('reader.help.title')} closeLabel={t('reader.close')}>
      <dl className="keys">
        {keysForHelp(lie).map(({ action, keys }) => (
          <div key={action}><dt>{t(`reader.key.${action}`)}</dt><dd dir="ltr">{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>
        ))}
      </dl>
    </Dialog>
  );
}
