import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

/**
 * The counts of a process while it works, for Prometheus: one list for all of the product, with names and units by its rules
 * (base units, `_total` of what only grows). Values of labels are few and ours: patterns, kinds, codes, never what a caller wrote.
 */
export const counted = new Registry();

const registers = [counted];
/** Seconds: of what is answered from memory up to what a caller gives up. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds of what goes on where nobody waits. */
const LONG_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600];

/** How a call to something beside the process ended. */
export type CallOutcome = 'ok' | 'failed';

export const requestSeconds = new RequestDurations(counted, {
  name: 'komawari_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer, by the pattern of its route and the class of its status (aborted: the caller left)',
  bounds: SECONDS,
});

export const refusals = new Counter({
  name: 'komawari_http_refusals_total',
  help: 'Requests answered with a problem, by its code',
  labelNames: ['code'] as const,
  registers,
});

export const renderSeconds = new Histogram({
  name: 'komawari_page_render_duration_seconds',
  help: 'Time to make a page, with the calls of the API that it is made of, by the class of its status',
  labelNames: ['status'] as const,
  buckets: SECONDS,
  registers,
});

/** Pages that were asked for; plain numbers, for the same reason. */
export const pageAnswers = { hit: 0, miss: 0, own: 0 };

new Counter({
  name: 'komawari_page_cache_requests_total',
  help: 'Pages asked for: hit (sent from memory), miss (made), own (made for one visitor)',
  labelNames: ['result'] as const,
  registers,
  collect() {
    this.reset();
    for (const [result, count] of Object.entries(pageAnswers)) {
      this.labels(result).inc(count);
    }
  },
});

export const statementSeconds = new Histogram({
  name: 'komawari_database_statement_duration_seconds',
  help: 'Time of a statement, from asking the connection to its answer, by pool',
  labelNames: ['pool', 'outcome'] as const,
  buckets: [0.001, 0.0025, ...SECONDS, 30],
  registers,
});

export const storeSeconds = new Histogram({
  name: 'komawari_store_call_duration_seconds',
  help: 'Time of a call to the store of pictures',
  labelNames: ['store', 'operation', 'outcome'] as const,
  buckets: SECONDS,
  registers,
});

export const redisSeconds = new Histogram({
  name: 'komawari_redis_call_duration_seconds',
  help: 'Time of a call to Redis or Valkey',
  labelNames: ['outcome'] as const,
  buckets: [0.001, 0.0025, ...SECONDS],
  registers,
});

export const jobSeconds = new Histogram({
  name: 'komawari_job_duration_seconds',
  help: 'Time of a try of a job in this process (returned: given back unfinished)',
  labelNames: ['kind', 'outcome'] as const,
  buckets: LONG_SECONDS,
  registers,
});

export const childSeconds = new Histogram({
  name: 'komawari_child_process_question_duration_seconds',
  help: 'Time of a question to a child process, by its program',
  labelNames: ['program', 'outcome'] as const,
  buckets: [...SECONDS, 60],
  registers,
});

export const forgedHeaders = new Counter({
  name: 'komawari_forged_proxy_headers_total',
  help: 'Calls with the headers of a trusted proxy that came from somebody else',
  registers,
});

export const imports = new Counter({
  name: 'komawari_imports_total',
  help: 'Archives and folders of imports, and works of uploads, that are done, by what became of them',
  labelNames: ['from', 'outcome'] as const,
  registers,
});

export const importRefusals = new Counter({
  name: 'komawari_import_refusals_total',
  help: 'Archives and folders that were refused, by the code of the problem',
  labelNames: ['code'] as const,
  registers,
});

export const pictures = new Counter({
  name: 'komawari_pictures_total',
  help: 'Pages of imports and uploads that were read (known: kept before)',
  labelNames: ['outcome'] as const,
  registers,
});

export const pictureBytes = new Counter({
  name: 'komawari_picture_bytes_total',
  help: 'Bytes of those pages as they came',
  registers,
});

export const mails = new Counter({
  name: 'komawari_mails_total',
  help: 'Mails that were handed over, or could not be',
  labelNames: ['outcome'] as const,
  registers,
});

export const openStreams = new Gauge({
  name: 'komawari_streams_open',
  help: 'Connections that are kept open to tell what changes',
  registers,
});

export const uploadsUnderWay = new Gauge({
  name: 'komawari_uploads_active',
  help: 'Parts of files that are being received',
  registers,
});

export const uploadedBytes = new Counter({
  name: 'komawari_upload_received_bytes_total',
  help: 'Bytes of files that were received',
  registers,
});

export const deliveries = new Counter({
  name: 'komawari_webhook_deliveries_total',
  help: 'Tries to send a message to a webhook (refused: answered with another status)',
  labelNames: ['outcome'] as const,
  registers,
});

export const purges = new Counter({
  name: 'komawari_purged_paths_total',
  help: 'Paths that the CDN was told to forget',
  labelNames: ['outcome'] as const,
  registers,
});

// Alerts ask for increases, and Prometheus sees none in a series that appears with its first failure.
for (const outcome of ['sent', 'failed']) {
  mails.labels(outcome).inc(0);
}
for (const outcome of ['taken', 'failed']) {
  purges.labels(outcome).inc(0);
}

const CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** The class of a status, as a label. */
export function statusClass(status: number): string {
  return CLASSES[Math.trunc(status / 100)] ?? 'other';
}

/**
 * Notes how long `work` takes and how it ends.
 *
 * @param note is told the outcome and the seconds.
 * @param fails whether what was thrown is a failure of the other side, and not an answer.
 */
export async function timed<Value>(
  note: (outcome: CallOutcome, seconds: number) => void,
  work: () => Promise<Value>,
  fails: (error: unknown) => boolean = () => true,
): Promise<Value> {
  const began = performance.now();
  try {
    const value = await work();
    note('ok', (performance.now() - began) / 1000);
    return value;
  } catch (error) {
    note(fails(error) ? 'failed' : 'ok', (performance.now() - began) / 1000);
    throw error;
  }
}
