import { furtherMessages } from '#web/platform/i18n/further-messages.ts';

const addresses = import.meta.glob<string>('../../messages/generated/*.law.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches what only the pages about notices and moderation say. */
export const legalMessages = furtherMessages((locale) => addresses[`../../messages/generated/${locale}.law.json`]);
