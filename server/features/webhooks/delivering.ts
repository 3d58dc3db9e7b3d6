import { FAILING_DAYS, withoutToken } from '#contract/webhooks.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { isRefusedAddress, fetchOutbound } from '#server/http/outbound-http.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, RunningJob } from '#server/jobs/registry.ts';
import { deliveries } from '#server/metrics/counts.ts';
import { signMessage } from '#server/security/standard-webhooks.ts';
import { inForm } from './forms.ts';
import { DELIVER_JOB } from './jobs.ts';
import { adminIds, findOutbound, noteTry, pauseWebhook, stopWebhook, type Outbound } from './queries-managing.ts';
import { isDelivered, nextTry, requestedWait } from './rules.ts';

/** Seconds an address has to answer. */
const PATIENCE = 10;

/** Milliseconds over which the messages that wait for a receiver come back to it: together they would all be turned away again. */
const SPREAD = 30_000;

const DAY = 86_400_000;

/** Why there was no answer; the sentence is `admin.webhook.error.<code>`. */
export type DeliveryError = 'timeout' | 'private' | 'unreachable';

/**
 * Sends one message once: signed, to an address that is everyone's, without following redirects. What is not taken is
 * sent again a minute later, and in the end hours later; eight times in about a day. A webhook of which nothing has arrived for
 * three days is switched off, and the admins are told by mail.
 *
 * Where a receiver asks to be left alone for a while (429), all of its messages wait that long; for a day that is no failure.
 *
 * A process that dies meanwhile sends it again: `webhook-id` is the same then.
 */
export function deliverJob(deps: Pick<Deps, 'db' | 'config' | 'now'>): JobFunction {
  const { db } = deps;
  return async (job) => {
    const { delivery, tries = 0 } = job.payload as { delivery: number; tries?: number };
    const outbound = await findOutbound(db, delivery);
    // Another job is after a newer try of it, or nobody wants it any more.
    if (outbound === null || !outbound.enabled || outbound.state !== 'waiting' || outbound.tries !== tries) return;
    const start = deps.now();
    if (outbound.paused_until !== null && outbound.paused_until > start) {
      return pause(db, job, { outbound, until: outbound.paused_until, status: null });
    }
    const { status, error, wait } = await send(deps, outbound);
    const at = deps.now();
    if (wait !== null && at.getTime() - outbound.created_at.getTime() < DAY) {
      deliveries.labels('asked to wait').inc();
      return pause(db, job, { outbound, until: new Date(at.getTime() + wait), status });
    }
    const taken = isDelivered(status);
    deliveries.labels(taken ? 'taken' : (error ?? 'refused')).inc();
    const nextAt = taken ? null : nextTry(tries + 1, at);
    await withTransaction(db, async (tx) => {
      await job.complete(tx);
      const days = await noteTry(tx, outbound, { status, error, taken, nextAt, at });
      if (nextAt !== null) {
        await enqueue(tx, DELIVER_JOB.kind, { delivery, tries: tries + 1 }, { runAt: nextAt });
      }
      if (days < FAILING_DAYS || !(await stopWebhook(tx, outbound.webhook_id))) return;
      for (const id of await adminIds(tx)) {
        await enqueueMail(tx, id, 'webhook-stopped', {
          more: { address: withoutToken(outbound.url), days: FAILING_DAYS },
        });
      }
    });
  };
}

/** Puts a message in line again for when its receiver may be told something, without counting the try. */
async function pause(
  db: Db,
  job: RunningJob,
  { outbound, until, status }: { outbound: Outbound; until: Date; status: number | null },
): Promise<void> {
  const nextAt = new Date(until.getTime() + Math.random() * SPREAD);
  await withTransaction(db, async (tx) => {
    await job.complete(tx);
    await pauseWebhook(tx, outbound, { until, nextAt, status });
    await enqueue(tx, DELIVER_JOB.kind, { delivery: outbound.id, tries: outbound.tries }, { runAt: nextAt });
  });
}

async function send(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { url, form, message, event, body, secret }: Outbound,
): Promise<{ status: number | null; error: DeliveryError | null; wait: number | null }> {
  const [text = ''] = await inForm({ db, config }, form, [{ event, body }]);
  const bytes = Buffer.from(text);
  try {
    const answer = await fetchOutbound(url, {
      method: 'POST',
      body: bytes,
      seconds: PATIENCE,
      local: config.site.webhooks.allowPrivate,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Komawari-Webhooks',
        'content-length': String(bytes.byteLength),
        ...(form === 'standard' ? signMessage(message, bytes, secret, now()) : {}),
      },
    });
    return { status: answer.status, error: null, wait: requestedWait(answer) };
  } catch (error) {
    return {
      status: null,
      wait: null,
      error: isRefusedAddress(error) ? 'private' : isTimeout(error as Error) ? 'timeout' : 'unreachable',
    };
  }
}

/** Whether a call took too long: what ended it is told as the cause. */
function isTimeout({ name, cause }: Error): boolean {
  return name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError';
}
