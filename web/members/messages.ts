import { furtherMessages } from '#web/platform/i18n/further-messages.ts';

const addresses = import.meta.glob<string>('../../messages/generated/*.settings.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches what only the pages of one's own account say. */
export const settingsMessages = furtherMessages(
  (locale) => addresses[`../../messages/generated/${locale}.settings.json`],
);
