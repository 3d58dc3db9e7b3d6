/** The parts of notifications that other features may use: telling a member something, and that a comic has something new. */
export { notify, type Told } from './queries-telling.ts';
export { releaseNotices } from './told.ts';
export { forgetNotifications } from './queries.ts';
export { announceOpened, announceRelease } from './queries-releases.ts';
