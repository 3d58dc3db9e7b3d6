import type { Locale } from '#contract/locales.ts';
import type { SettingsRefusal } from '#contract/site-settings.ts';
import { ConfigError, describeIssue } from '#server/config/errors.ts';
import { translate } from '#server/i18n/translate.ts';

/** Answers with the faults of settings, by key, in the caller's language: 422. @throws what is none of settings. */
export function answerRefusal(error: unknown, locale: Locale, reply: { code(status: 422): unknown }): SettingsRefusal {
  if (!(error instanceof ConfigError)) throw error;
  reply.code(422);
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    // A key of the file that does not go with what was set is named by its path, as everything here.
    (fields[issue.name.replace(/^.*: /, '')] ??= []).push(describeIssue(issue, locale));
  }
  return { message: translate(locale, 'problem.request-invalid'), code: 'request-invalid', errors: { ...fields } };
}
