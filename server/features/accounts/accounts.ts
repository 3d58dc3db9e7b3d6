/** What other features may use of accounts: sending a member a mail, asking a guest for a proof of work, and a member for their password again. */
export { requireCaptcha } from './captcha.ts';
export { enqueueMail, type MailOrder } from './mails.ts';
export { provePassword } from './proof.ts';
