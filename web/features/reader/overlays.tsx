import { GoToDialog } from './go-to-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';
import type { Lie } from './keys.ts';
import { SettingsSheet } from './settings-sheet.tsx';
import type { SettingsControl } from './use-settings.ts';

export type Overlay = 'settings' | 'help' | 'go-to';

interface Props {
  /** The one that is open. */
  open: Overlay | null;
  control: SettingsControl;
  lie: Lie;
  page: number;
  total: number;
  onClose: () => void;
  onShowZones: () => void;
  onGoTo: (page: number) => void;
}

/** What opens over the pages. It is fetched when the first of them is wanted. */
export function Overlays({ open, control, lie, page, total, onClose, onShowZones, onGoTo }: Props) {
  return (
    <>
      <SettingsSheet open={open === 'settings'} control={control} onClose={onClose} onShowZones={onShowZones} />
      <HelpDialog open={open === 'help'} lie={lie} onClose={onClose} />
      <GoToDialog open={open === 'go-to'} page={page} total={total} onChoose={onGoTo} onClose={onClose} />
    </>
  );
}
