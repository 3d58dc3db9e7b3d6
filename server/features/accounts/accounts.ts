/** The parts of accounts that other features may use: mails, proofs of work and of passwords, and what admins do with the account of another. */
export { createReaderLogin } from '#server/features/accounts/login/basic-login.ts';
export { requireCaptcha } from '#server/features/accounts/login/captcha.ts';
export { enqueueMail, enqueueMailTo, type MailOrder } from '#server/features/accounts/mails/mails.ts';
export { requirePassword } from '#server/features/accounts/security/reauthentication.ts';
export { eraseAccount, eraseClosedAccounts } from '#server/features/accounts/profile/account-deletion.ts';
export { isLastAdmin, mergeSettings } from '#server/features/accounts/profile/queries-own.ts';
export { endOtherSessions, endSession } from '#server/features/accounts/security/queries-sessions.ts';
export { describeSessions } from '#server/features/accounts/security/sessions-list.ts';
export { resendVerification } from '#server/features/accounts/login/verification.ts';
