/** What other features may use of accounts: sending a member a mail, and asking a guest for a captcha. */
export { requireCaptcha } from './captcha.ts';
export { enqueueMail, type MailOrder } from './mails.ts';
