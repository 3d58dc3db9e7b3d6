import { isLocale } from '#contract/locales.ts';
import { Problem, problem } from '#contract/problems.ts';
import { type NewReport, REASONS_WITH_TEXT, REPORT_REASONS_BY_SUBJECT } from '#contract/reports.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMailTo } from '#server/features/accounts/public/mails.ts';
import { requireCaptcha } from '#server/features/accounts/public/captcha.ts';
import { cleanText } from '#server/features/comments/public/rules.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import { emitWebhooks } from '#server/features/webhooks/public/webhook-events.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { targetKey, findTargets, type FoundTarget } from './public/queries-targets.ts';
import { decideReports, findReport, insertReport, type ReportRow } from './queries.ts';

/**
 * Takes a report of something that the caller can see and that is not their own. Guests solve a captcha, and get a
 * mail with its number where they left an address.
 *
 * @returns its id; that of the one they have open about the same.
 * @throws Problem `request-invalid` for a reason that does not fit or says too little, `report-subject-not-found`,
 * `not-allowed`, `captcha-required`, `captcha-wrong`, `reports-too-many` with the seconds to wait.
 */
export async function submitReport(
  deps: Pick<Deps, 'db' | 'secret'>,
  viewing: RequestContext,
  address: string,
  draft: NewReport,
): Promise<number> {
  const { subject, subject_id, reason } = draft;
  const text = cleanText(draft.text);
  if (!REPORT_REASONS_BY_SUBJECT[subject].includes(reason)) {
    throw new Problem(
      'request-invalid',
      {},
      { reason: [{ rule: 'choice', params: { choices: REPORT_REASONS_BY_SUBJECT[subject].join(', ') } }] },
    );
  }
  if (text === '' && REASONS_WITH_TEXT.includes(reason)) {
    throw new Problem('request-invalid', {}, { text: [{ rule: 'required' }] });
  }
  const { db } = deps;
  const {
    viewer,
    site: { limits },
  } = viewing;
  const target = await findTarget(deps, viewing, { subject, subject_id });
  if (!target.open) throw problem('report-subject-not-found');
  if (target.owner !== null && target.owner === viewer.id) throw problem('not-allowed');
  if (viewer.id === null) {
    await requireCaptcha(deps, 'report', draft.captcha);
  }
  const sender = viewer.id === null ? countedAddress(address) : `member ${viewer.id}`;
  const seconds =
    limits.reportsPerHour === 0 ? null : await throttle(db, `report ${sender}`, limits.reportsPerHour, 3600);
  if (seconds !== null) throw problem('reports-too-many', { seconds });
  const guest = viewer.id === null;
  const taken = await withTransaction(db, async (tx) => {
    const { id, fresh } = await insertReport(tx, {
      subject,
      subject_id,
      reason,
      text,
      user_id: viewer.id,
      name: guest ? cleanText(draft.name ?? '') || null : null,
      email: guest ? draft.email || null : null,
      locale: viewing.locale,
    });
    if (fresh) {
      await emitWebhooks(tx, 'report.created', { report_id: id, subject, subject_id, reason });
    }
    // Members find it among their reports.
    if (guest && draft.email) {
      await enqueueMailTo(tx, 'report-taken', {
        to: draft.email,
        name: cleanText(draft.name ?? ''),
        locale: viewing.locale,
        site: viewing.site.id,
        more: { number: id },
      });
    }
    return id;
  });
  announceJobs();
  return taken;
}

/**
 * Decides a report, and with it every open one about the same; their authors are told, and it is written down who decided.
 *
 * @throws Problem `report-not-found`, `report-decided`; `not-allowed` where it is about the caller.
 */
export async function decideReport(
  deps: Pick<Deps, 'db'>,
  viewing: RequestContext,
  by: number,
  id: number,
  state: 'upheld' | 'dismissed',
  outcome: string,
): Promise<void> {
  const report = await findReport(deps.db, id);
  if (report === null) throw problem('report-not-found');
  if ((await findTarget(deps, viewing, report)).owner === by) throw problem('not-allowed');
  await withTransaction(deps.db, async (tx) => {
    const decided = await settleReports(tx, report, { state, outcome: cleanText(outcome), by });
    if (!decided.includes(id)) throw problem('report-decided');
    await audit(tx, {
      userId: by,
      action: `report.${state}`,
      subject: report.subject,
      subjectId: report.subject_id,
      details: { reports: decided, reason: outcome },
    });
  });
}

/** Decides every open report about a thing and tells who sent them: members on the site, guests who left an address by mail. @returns their ids. */
export async function settleReports(
  tx: Tx,
  about: { subject: string; subject_id: number },
  decision: { state: 'upheld' | 'dismissed'; outcome: string; by: number },
): Promise<number[]> {
  const decided = await decideReports(tx, about, decision);
  const { state, outcome } = decision;
  for (const { id: report_id, user_id: userId, name, email, locale } of decided) {
    if (userId !== null) {
      await notify(tx, { userId, kind: 'report', payload: { report_id } });
    } else if (email !== null) {
      await enqueueMailTo(tx, 'report-decided', {
        to: email,
        name: name ?? '',
        ...(locale !== null && isLocale(locale) ? { locale } : {}),
        more: { state, outcome: outcome || 'none' },
      });
    }
  }
  return decided.map(({ id }) => id);
}

async function findTarget(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  reported: Pick<ReportRow, 'subject' | 'subject_id'>,
): Promise<FoundTarget> {
  return (await findTargets(db, viewing, [reported])).get(targetKey(reported)) as FoundTarget;
}
