import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';

/** The names of kinds of jobs; one that is not here is called by its code. */
const NAMES: Readonly<Record<string, Extract<MessageKey, `admin.job.${string}`>>> = {
  'uploads.read': 'admin.job.upload',
  'uploads.commit': 'admin.job.upload',
  'uploads.expire': 'admin.job.tidy',
  'uploads.stranded': 'admin.job.tidy',
  'imports.stranded': 'admin.job.tidy',
  'imports.read': 'admin.job.import',
  'demo.load': 'admin.job.demo',
  'demo.remove': 'admin.job.demoGone',
  'imports.look': 'admin.job.look',
  'imports.clean': 'admin.job.clean',
  'imports.watch': 'admin.job.watch',
  'imports.sweep-blobs': 'admin.job.tidy',
  'transfers.run': 'admin.job.transfer',
  'taxonomy.merge': 'admin.job.merge',
  'comics.publish': 'admin.job.publish',
  'comics.bulk': 'admin.job.bulk',
  'premium.free': 'admin.job.free',
  'accounts.mail': 'admin.job.mail',
  'accounts.forget-picture': 'admin.job.tidy',
  'notifications.releases': 'admin.job.releases',
  'notifications.searches': 'admin.job.searches',
  'notifications.push': 'admin.job.push',
  'notifications.digest': 'admin.job.digest',
  'retention.enforce': 'admin.job.tidy',
  'moderation.end-ban': 'admin.job.unban',
  'blocklist.search': 'admin.job.blocklist',
  'audit.seal': 'admin.job.audit',
  'webhooks.deliver': 'admin.job.webhook',
  'dashboard.figures': 'admin.job.figures',
  'system.storage': 'admin.job.storage',
  'backups.make': 'admin.job.backup',
  'library.count-scores': 'admin.job.tidy',
  'jobs.sweep': 'admin.job.tidy',
  'expired.sweep': 'admin.job.tidy',
  'catalogue.forget': 'admin.job.tidy',
  'caches.purge': 'admin.job.purge',
  'takedowns.put-back': 'admin.job.putBack',
  'moderation.remind': 'admin.job.remind',
};

/** The name of a kind of job, in the page's language. */
export function useKindName(): (kind: string) => string {
  const t = useTranslate();
  return (kind) => {
    const key = NAMES[kind];
    return key === undefined ? kind : key === 'admin.job.tidy' ? `${t(key)} (${kind})` : t(key);
  };
}
