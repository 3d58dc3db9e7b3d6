import type { SettingKey, SettingOrigin, SettingsConflict } from '#contract/site-settings.ts';
import type { Difference } from '#web/staff/comic-parts/conflict-dialog.tsx';

/** The settings that were changed and not saved yet; null: back to the default. */
export type SettingEdits = Partial<Record<SettingKey, unknown>>;

/** The settings that another admin changed meanwhile, and where that meets the edits. */
export function conflictsWith(edits: SettingEdits, { since, current }: SettingsConflict): Difference[] {
  return since.map(({ key, before, after }) => {
    const mine = edits[key as SettingKey];
    const wanted = mine === null ? current.defaults[key] : mine;
    const isSame = !Object.hasOwn(edits, key) || JSON.stringify(wanted) === JSON.stringify(after);
    return { field: key, before, theirs: after, ...(isSame ? {} : { mine: wanted }) };
  });
}

/** Whether nobody can change a setting here. */
export function isFixed({ by }: SettingOrigin): boolean {
  return by === 'file' || by === 'environment' || by === 'main';
}

/** The edits that concern mail, to try them; undefined where there are none. */
export function mailEdits(edits: SettingEdits): Readonly<Record<string, unknown>> | undefined {
  const found = Object.entries(edits).filter(([key]) => key.startsWith('mail.'));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
