/** The parts of notifications that other features may use: telling a member something, and that a comic has something new. */
export { notify, type NotificationTarget } from './queries-targets.ts';
export { releaseNotices } from './release-notices.ts';
export { forgetNotifications } from './queries.ts';
export { announceOpened, announceRelease } from './queries-releases.ts';
