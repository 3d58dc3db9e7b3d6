import { tabValue } from '#web/platform/session/tab-value.ts';
import type { SettingEdits } from './setting-edits.ts';

/** The name under which edits are kept in the tab, and milliseconds after which they are none of this visit any more. */
const NAME = 'komawari.settings';
const GOOD = 900_000;
const kept = tabValue<KeptEdits>(NAME, GOOD);

/** Edits of a site's settings that are not saved yet, and the revision that they began from. */
export interface KeptEdits {
  site: string;
  revision: number;
  edits: SettingEdits;
}

/** Keeps edits, in this tab alone, while their admin is at a provider to show who they are: they come back to them. */
export const keepEdits = kept.keep;

/** The edits that were kept of a site; null for none. They stay until `forgetEdits`. */
export function readEdits(site: string): KeptEdits | null {
  const edits = kept.read();
  return edits?.site === site ? edits : null;
}

/** Forgets them: secrets may be among them. */
export const forgetEdits = kept.forget;
