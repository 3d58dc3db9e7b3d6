/** What other features may use of accounts: sending a member a mail. */
export { enqueueMail, type MailOrder } from './mails.ts';
