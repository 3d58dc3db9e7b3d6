import { fillPath, PATHS } from '#contract/addresses.ts';
import { isLocale } from '#contract/locales.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { AnswerableTakedown, NewCounterNotice } from '#contract/takedowns.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMailTo } from '#server/features/accounts/public/mails.ts';
import { cleanText } from '#server/features/comments/public/rules.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { isPageKey } from '#server/security/page-key.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { formatDay } from '#server/i18n/translate.ts';
import { businessDaysAfter } from './business-days.ts';
import { findAnswerable, insertCounter, markAction } from './public/queries-counter.ts';
import { holdTakedown } from './queries.ts';

/** Business days after which a work comes back: no fewer than 10 and no more than 14 (17 U.S.C. 512(g)(2)(C)). */
const PUT_BACK_DAYS = 10;

/** Where a notice is answered, without the language. */
export function counterPage(id: number): string {
  return fillPath(PATHS.counterNotice, { id });
}

/** A notice as the uploader it hit sees it: to them, signed in or with the key of their mail. @throws Problem `takedown-not-found` to everyone else. */
export async function readAnswerable(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { viewer }: Pick<RequestContext, 'viewer'>,
  id: number,
  key = '',
): Promise<AnswerableTakedown & { owner_id: number | null }> {
  const found = await findAnswerable(db, id);
  const theirs =
    found !== null && ((viewer.id !== null && viewer.id === found.owner_id) || isPageKey(secret, counterPage(id), key));
  if (!theirs) throw problem('takedown-not-found');
  return found;
}

/**
 * Takes a counter-notice whose four elements are all there: the claimant gets it by mail, and the work comes back on the
 * tenth business day unless they go to court.
 *
 * @throws Problem `takedown-not-found`, `takedown-state` where it was answered or put back already, `request-invalid`.
 */
export async function submitCounterNotice(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  viewing: RequestContext,
  id: number,
  draft: NewCounterNotice,
): Promise<void> {
  const { owner_id: owner } = await readAnswerable(deps, viewing, id, draft.key);
  const notice = cleanNotice(draft);
  const at = deps.now();
  const putBackAt = businessDaysAfter(at, PUT_BACK_DAYS);
  await withTransaction(deps.db, async (tx) => {
    if (!(await insertCounter(tx, id, notice, { userId: owner, locale: viewing.locale, at, putBackAt }))) {
      throw problem('takedown-state');
    }
    const { claimant, locale: asked, site, title } = (await holdTakedown(tx, id))!;
    await audit(tx, {
      userId: viewing.viewer.id,
      action: 'takedown.counter',
      subject: 'takedown',
      subjectId: id,
      details: { put_back_at: putBackAt.toISOString() },
    });
    if (!claimant.email) return;
    const locale = asked !== null && isLocale(asked) ? asked : viewing.site.defaultLocale;
    const { name, address, phone, email, signature, material, statement } = notice;
    await enqueueMailTo(tx, 'takedown-countered', {
      to: claimant.email,
      name: claimant.name,
      locale,
      ...(site === null ? {} : { site }),
      more: {
        number: id,
        title,
        date: formatDay(locale, putBackAt),
        sender: name,
        address,
        phone,
        email,
        signature,
        material,
        statement: statement || 'none',
      },
    });
  });
  announceJobs();
}

/**
 * Writes down whether the claimant has shown that they went to court: the work then does not come back by itself.
 *
 * @throws Problem `takedown-state` where nothing waits to come back.
 */
export async function recordAction(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: number,
  id: number,
  filed: boolean,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    if (!(await markAction(tx, id, by, filed ? now() : null))) throw problem('takedown-state');
    await audit(tx, {
      userId: by,
      action: filed ? 'takedown.action-filed' : 'takedown.action-withdrawn',
      subject: 'takedown',
      subjectId: id,
    });
  });
}

function cleanNotice(notice: NewCounterNotice): NewCounterNotice {
  const texts = ['signature', 'material', 'name', 'address', 'phone', 'statement'] as const;
  const clean = Object.fromEntries(texts.map((name) => [name, cleanText(notice[name])]));
  const empty = texts.filter((name) => name !== 'statement' && clean[name] === '');
  if (empty.length > 0) {
    throw new Problem(
      'request-invalid',
      {},
      Object.fromEntries(empty.map((name) => [name, [{ rule: 'required' as const }]])),
    );
  }
  return { ...notice, ...clean };
}
