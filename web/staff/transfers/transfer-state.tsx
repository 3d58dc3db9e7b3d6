import type { Transfer } from '#contract/transfers.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/basic/badge.tsx';

const LOOKS = { waiting: 'warn', running: 'warn', ready: 'warn', done: 'good', failed: 'bad' } as const;

/** How a library stands. */
export function TransferState({ transfer: { state } }: { transfer: Transfer }) {
  const t = useTranslate();
  return state === 'cancelled' ? (
    <State>{t('admin.imports.transfer.cancelled')}</State>
  ) : (
    <State look={LOOKS[state]}>{t(`admin.imports.transfer.${state}`)}</State>
  );
}
