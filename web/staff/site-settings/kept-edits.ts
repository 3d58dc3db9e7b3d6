import type { SettingEdits } from './setting-edits.ts';

/** The name under which edits are kept in the tab, and milliseconds after which they are none of this visit any more. */
const NAME = 'komawari.settings';
const GOOD = 900_000;

/** Edits of a site's settings that are not saved yet, and the revision that they began from. */
export interface KeptEdits {
  site: string;
  revision: number;
  edits: SettingEdits;
}

/** Keeps edits, in this tab alone, while their admin is at a provider to show who they are: they come back to them. */
export function keepEdits(kept: KeptEdits): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...kept, until: Date.now() + GOOD }));
  } catch {
    /* private windows refuse; they are entered again */
  }
}

/** The edits that were kept of a site; null for none. They stay until `forgetEdits`. */
export function readEdits(site: string): KeptEdits | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<KeptEdits> & { until?: number };
    const isGood = kept.site === site && kept.until !== undefined && Date.now() < kept.until;
    return isGood ? (kept as KeptEdits) : null;
  } catch {
    return null;
  }
}

/** Forgets them: secrets may be among them. */
export function forgetEdits(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    /* nothing is kept there */
  }
}
