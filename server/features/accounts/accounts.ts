/** What other features may use of accounts: sending a member a mail, and asking a guest for a proof of work. */
export { requireCaptcha } from './captcha.ts';
export { enqueueMail, type MailOrder } from './mails.ts';
