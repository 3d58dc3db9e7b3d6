import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Tx } from '#server/db/database.ts';
import { enqueueMany } from '#server/jobs/queue.ts';
import { DELIVER_JOB } from '#server/features/webhooks/jobs.ts';
import { addDeliveries, findEventNames } from '#server/features/webhooks/queries.ts';
import { listeners } from './queries-listeners.ts';

/** The payload of each event. Names and addresses of comics and chapters are added by their numbers. */
export interface WebhookPayloads {
  /** A comic is there for readers; `free`: it was before, for some only. */
  'comic.published': { comic_id: number; occasion?: 'new' | 'free' };
  /** A published comic has a chapter more; `free`: it had it before, for some only. */
  'chapter.published': { comic_id: number; chapter_id: number; occasion?: 'new' | 'free' };
  /** Someone wrote a comment; what is held waits for a moderator. */
  'comment.created': {
    comment_id: number;
    /** Of one on a chapter the chapter's. */
    comic_id: number | null;
    chapter_id?: number;
    /** Of a review of the comic, and of what answers one. */
    review?: true;
    term_id: number | null;
    user: { id: number; username: string };
    text: string;
    state: 'shown' | 'held';
  };
  /** Someone reported something. */
  'report.created': { report_id: number; subject: string; subject_id: number; reason: string };
}

/**
 * Tells every webhook that listens, in the transaction that makes it true: once a transaction and thing, however often
 * it is called. Messages are sent by jobs afterwards.
 *
 * @param payload what happened, or several of it; where nobody listens, that costs one look.
 */
export async function emitWebhooks<Event extends WebhookEvent>(
  tx: Tx,
  event: Event,
  payload: WebhookPayloads[Event] | readonly WebhookPayloads[Event][],
): Promise<void> {
  const happened = [payload].flat() as WebhookPayloads[WebhookEvent][];
  if (happened.length === 0) return;
  const hooks = await listeners(tx, event);
  if (hooks.length === 0) return;
  const names = await findEventNames(tx, happened);
  const timestamp = new Date().toISOString();
  const deliveries = happened.flatMap((each) => {
    const body = JSON.stringify({
      type: event,
      timestamp,
      data: { ...(event.endsWith('.published') ? { occasion: 'new' } : {}), ...each, ...names(each) },
    });
    return hooks.map((hook) => ({ hook, message: `msg_${randomUUID()}`, event, subject: subjectId(each), body }));
  });
  await enqueueMany(
    tx,
    DELIVER_JOB.kind,
    (await addDeliveries(tx, deliveries)).map((delivery) => ({ delivery })),
  );
}

function subjectId(happening: WebhookPayloads[WebhookEvent]): number {
  if ('comment_id' in happening) return happening.comment_id;
  if ('report_id' in happening) return happening.report_id;
  return 'chapter_id' in happening ? happening.chapter_id : happening.comic_id;
}
