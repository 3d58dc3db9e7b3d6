import { type Act, ADVERSE_ACTIONS, type NewDecision } from '#contract/moderation.ts';
import type { ReportSubject } from '#contract/reports.ts';
import { isProblem, Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { cleanText, mayModerate } from '#server/features/comments/public/rules.ts';
import { findCommentRow } from '#server/features/comments/public/queries-comments.ts';
import { notifyAbout } from '#server/features/comments/public/notify-about.ts';
import { changeState, decideReview } from '#server/features/editing/public/publication.ts';
import { editComicFields } from '#server/features/editing/public/edit-comic.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import { settleReports } from '#server/features/reports/reports.ts';
import { decideNotice, keepPlate } from '#server/features/takedowns/takedowns.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { banUntil } from './banning.ts';
import { endClaims, lockItem } from './queries-claims.ts';
import { findComicId, insertDecision, lastDecision, stillWaits } from './queries-decisions.ts';
import { affectedBy, type AffectedMember } from './queries-queue.ts';
import { moveComment } from './queries.ts';
import { restoreNotice } from './restoration.ts';
import { availableActions, parseItem, type Item } from './rules.ts';
import { countStrikes } from './strikes.ts';

type Doors = Pick<Deps, 'db' | 'blobs' | 'renderer' | 'evidence' | 'now'>;
type By = { id: number; role: RequestContext['viewer']['role'] };

/**
 * Decides about items, each in a transaction of its own. Members whom it is about are told with the statement, reporters
 * are told what became of their reports, and all of it is in the audit log.
 *
 * @returns why items were left alone, by item; null where all is well. A single item throws instead.
 * @throws Problem `statement-required` for a decision against someone that does not say what, why and what they can do;
 * and, of a single item, `item-not-found`, `item-decided` with what was decided and by whom, `act-unsuitable`, `not-allowed`.
 */
export async function decideItems(
  deps: Doors,
  viewing: RequestContext,
  by: number,
  decision: NewDecision,
): Promise<Map<string, Problem | null>> {
  const cleaned = {
    ...decision,
    what: cleanText(decision.what),
    why: cleanText(decision.why),
    redress: cleanText(decision.redress),
  };
  requireStatement(cleaned);
  if (cleaned.act === 'rating' && cleaned.rating === undefined) {
    throw new Problem('request-invalid', {}, { rating: [{ rule: 'required' }] });
  }
  if (cleaned.until !== null && Date.parse(cleaned.until) <= deps.now().getTime()) {
    throw new Problem('request-invalid', {}, { until: [{ rule: 'invalid' }] });
  }
  const items = [...new Set(cleaned.items)];
  const plate = cleaned.act === 'takedown' ? await keepPlate(deps) : null;
  const results = new Map<string, Problem | null>();
  for (const id of items) {
    try {
      await withTransaction(deps.db, (tx) =>
        decideItem(tx, viewing, { id: by, role: viewing.viewer.role }, parseItem(id), cleaned, {
          now: deps.now(),
          plate,
        }),
      );
      results.set(id, null);
    } catch (error) {
      if (items.length === 1 || !isProblem(error)) throw error;
      results.set(id, error);
    }
  }
  announceJobs();
  return results;
}

/** @throws Problem `statement-required`, naming what is missing. */
function requireStatement(said: Pick<NewDecision, 'act' | 'what' | 'why' | 'redress'>): void {
  const missing = ADVERSE_ACTIONS.includes(said.act)
    ? (['what', 'why', 'redress'] as const).filter((part) => said[part] === '')
    : [];
  if (missing.length > 0) {
    throw new Problem(
      'statement-required',
      {},
      Object.fromEntries(missing.map((part) => [part, [{ rule: 'required' as const }]])),
    );
  }
}

interface Circumstances {
  now: Date;
  plate: string | null;
}

async function decideItem(
  tx: Tx,
  viewing: RequestContext,
  by: By,
  item: Item,
  said: NewDecision,
  circumstances: Circumstances,
): Promise<void> {
  await lockItem(tx, item.id);
  if (!availableActions(item).includes(said.act)) throw problem('act-unsuitable');
  const waits = await stillWaits(tx, item.kind, item.subject, item.number);
  if (!waits && said.act !== 'restore') {
    const last = await lastDecision(tx, item.id);
    throw last === null
      ? problem('item-not-found')
      : problem('item-decided', { act: last.act, by: last.username ?? 'none' });
  }
  const thing = {
    subject: item.subject as ReportSubject,
    subject_id:
      item.kind === 'review' || item.kind === 'takedown'
        ? ((await findComicId(tx, item.kind, item.number)) ?? 0)
        : item.number,
  };
  const affected = (await affectedBy(tx, [thing])).get(`${thing.subject} ${thing.subject_id}`) ?? null;
  refuseUnfit(viewing, by, item, said.act, affected);
  const before = await act(tx, viewing, by, item, thing.subject_id, affected, said, circumstances);
  const upheld = said.act !== 'dismiss' && said.act !== 'show';
  const reports =
    item.kind === 'report' || item.kind === 'comment'
      ? await settleReports(tx, thing, {
          state: upheld ? 'upheld' : 'dismissed',
          outcome: said.what || said.why,
          by: by.id,
        })
      : [];
  const against = ADVERSE_ACTIONS.includes(said.act);
  const { what, why, redress } = said;
  const decision = await insertDecision(tx, {
    item: item.id,
    act: said.act,
    subject: thing.subject,
    subjectId: thing.subject_id,
    what,
    why,
    redress,
    by: by.id,
    affected: affected?.id ?? null,
    before,
  });
  if (affected !== null && against) {
    await notifyMember(tx, affected, said, decision);
  }
  await audit(tx, {
    userId: by.id,
    action: `moderation.${said.act}`,
    subject: thing.subject,
    subjectId: thing.subject_id,
    details: {
      item: item.id,
      what,
      why,
      redress,
      ...(reports.length > 0 ? { reports } : {}),
      ...(Object.keys(before).length > 0 ? { before } : {}),
    },
  });
  await endClaims(tx, item.id);
}

/** @throws Problem `not-allowed` for what is one's own, and against members of the same rank or above. */
function refuseUnfit({ viewer }: RequestContext, by: By, item: Item, what: Act, affected: AffectedMember | null): void {
  // The law wants notices to be followed also where the only one who can is who brought the work.
  if (affected?.id === by.id && what !== 'takedown') throw problem('not-allowed');
  const personal = item.subject === 'comment' || item.subject === 'user';
  if (affected !== null && personal && ADVERSE_ACTIONS.includes(what) && !mayModerate(viewer, affected)) {
    throw problem('not-allowed');
  }
}

/** Carries a decision out. @returns the state before it. */
async function act(
  tx: Tx,
  viewing: RequestContext,
  by: By,
  item: Item,
  subjectId: number,
  affected: AffectedMember | null,
  said: NewDecision,
  { now, plate }: Circumstances,
): Promise<Record<string, unknown>> {
  switch (said.act) {
    case 'remove':
    case 'unlist':
    case 'rating':
      return actOnComic(tx, by, item, said, now);
    case 'show':
    case 'hide':
    case 'delete':
      return actOnComment(
        tx,
        viewing,
        subjectId,
        ({ show: 'shown', hide: 'hidden', delete: 'deleted' } as const)[said.act],
      );
    case 'ban': {
      if (affected === null) throw problem('user-not-found');
      const comment = item.subject === 'comment' ? await actOnComment(tx, viewing, subjectId, 'hidden') : {};
      await banUntil(tx, affected.id, { reason: said.why, until: said.until });
      return comment;
    }
    case 'approve':
    case 'refuse': {
      await decideReview(tx, {
        reviewId: item.number,
        by: by.id,
        approve: said.act === 'approve',
        note: said.act === 'refuse' ? [said.what, said.why, said.redress].join(' ') : said.what,
        now,
        delays: viewing.site.features.includes('groups'),
      });
      return {};
    }
    case 'restore':
      return restoreNotice(tx, { id: item.number, outcome: said.what || said.why, by, now });
    case 'takedown':
    case 'reject': {
      const before = await decideNotice(tx, {
        id: item.number,
        act: said.act,
        outcome: said.what || said.why,
        by,
        now,
        plate,
        owner: affected?.id ?? null,
      });
      if (said.act === 'takedown' && affected !== null) {
        await countStrikes(tx, viewing, affected, { id: item.number, by: by.id, now });
      }
      return before;
    }
    case 'dismiss':
    case 'uphold':
      return {};
  }
}

async function actOnComic(
  tx: Tx,
  by: By,
  item: Item,
  { act: what, rating, why }: NewDecision,
  now: Date,
): Promise<Record<string, unknown>> {
  const comicId = await findComicId(tx, item.subject, item.number);
  if (comicId === null) throw problem('comic-not-found');
  if (what === 'rating') {
    return { changes: await editComicFields(tx, { comicId, by: by.id, source: 'edit' }, { rating: rating! }) };
  }
  await changeState(tx, comicId, what === 'remove' ? { action: 'remove', reason: why } : { action: 'unlist' }, by, {
    now,
    reviewFirst: 0,
  });
  return { comic: comicId };
}

async function actOnComment(
  tx: Tx,
  { viewer }: RequestContext,
  id: number,
  state: 'shown' | 'hidden' | 'deleted',
): Promise<Record<string, unknown>> {
  const before = await moveComment(tx, id, state);
  if (before === null) throw problem('comment-not-found');
  const row = before === 'held' && state === 'shown' ? await findCommentRow(tx, viewer.id, id) : null;
  if (row !== null) {
    await notifyAbout(tx, row);
  }
  return { state: before };
}

/** Members hear of it on the site; who is shut out of it, by mail. */
async function notifyMember(
  tx: Tx,
  affected: AffectedMember,
  { act: what, what: done, why, redress }: NewDecision,
  decision: number,
): Promise<void> {
  if (what === 'ban') {
    await enqueueMail(tx, affected.id, 'decision', { more: { what: done, why, redress } });
  } else {
    await notify(tx, { userId: affected.id, kind: 'decision', payload: { decision_id: decision } });
  }
}
