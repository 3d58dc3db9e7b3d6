/** The parts of accounts that other features may use: mails, proofs of work and of passwords, and what admins do with the account of another. */
export { createReaderLogin } from './basic-login.ts';
export { requireCaptcha } from './captcha.ts';
export { enqueueMail, enqueueMailTo, type MailOrder } from './mails.ts';
export { requirePassword } from './proof.ts';
export { eraseAccount, eraseClosedAccounts } from './closing.ts';
export { isLastAdmin, mergeSettings } from './queries-own.ts';
export { endOtherSessions, endSession } from './queries-sessions.ts';
export { describeSessions } from './sessions-list.ts';
export { resendVerification } from './verification.ts';
