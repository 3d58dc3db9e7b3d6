import { furtherMessages } from '#web/platform/i18n/further-messages.ts';

const addresses = import.meta.glob<string>('../../messages/generated/*.staff.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches what only pages of staff say. */
export const staffMessages = furtherMessages((locale) => addresses[`../../messages/generated/${locale}.staff.json`]);
