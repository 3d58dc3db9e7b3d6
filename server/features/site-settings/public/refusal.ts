import type { Locale } from '#contract/locales.ts';
import type { SettingsRefusal } from '#contract/site-settings.ts';
import { describeIssue, type ConfigError } from '#server/config/errors.ts';
import { translate } from '#server/i18n/translate.ts';

/** The faults of settings, by key, in the caller's language. */
export function refusalFor(error: ConfigError, locale: Locale): SettingsRefusal {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    // A key of the file that does not go with what was set is named by its path, as everything here.
    (fields[issue.name.replace(/^.*: /, '')] ??= []).push(describeIssue(issue, locale));
  }
  return { message: translate(locale, 'problem.request-invalid'), code: 'request-invalid', errors: { ...fields } };
}
