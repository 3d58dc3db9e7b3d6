import type { TrackerName } from '#contract/trackers.ts';
import type { Deps } from '#server/deps.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { fetchOutbound, type Answer } from '#server/http/outbound-http.ts';
import { TrackerFailure, type CallTracker, type TrackerCall } from './tracker.ts';

/** Calls of all processes together that a tracker gets in a minute: less than it allows. */
const PER_MINUTE: Record<TrackerName, number> = { anilist: 25, mal: 60, kitsu: 60, mangaupdates: 30 };
/** Seconds that an answer may take, and bytes it may have: a part of a list has some hundred. */
const [PATIENCE, MAX_BYTES] = [15, 4 * 1024 * 1024];
/** Seconds that a tracker is left alone at most, and where it does not say how long. */
const [LONGEST_WAIT, USUAL_WAIT] = [3_600, 60];

/** The way to call a tracker: within its limits, to addresses that are everyone's, and never longer or more than it may be. */
export function createCaller({ db, config }: Pick<Deps, 'db' | 'config'>, service: TrackerName): CallTracker {
  return async (call) => {
    const seconds = await throttle(db, `tracker ${service}`, PER_MINUTE[service], 60);
    if (seconds !== null) throw new TrackerFailure('busy', seconds);
    const answer = await send(call, config.site.trackers.allowPrivate);
    return readAnswer(answer);
  };
}

async function send({ method = 'GET', url, headers = {}, json, form }: TrackerCall, local: boolean): Promise<Answer> {
  const body =
    json !== undefined
      ? Buffer.from(JSON.stringify(json))
      : form !== undefined
        ? Buffer.from(new URLSearchParams(form).toString())
        : null;
  const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  try {
    return await fetchOutbound(url, {
      method,
      seconds: PATIENCE,
      maxBytes: MAX_BYTES,
      local,
      headers: {
        accept: 'application/json',
        'user-agent': 'Komawari',
        ...(body === null ? {} : { 'content-type': type, 'content-length': String(body.length) }),
        ...headers,
      },
      ...(body === null ? {} : { body }),
    });
  } catch {
    throw new TrackerFailure('unreachable');
  }
}

function readAnswer({ status, type, body, isWhole, retryAfter }: Answer): unknown {
  if (status === 429) throw new TrackerFailure('busy', readWait(retryAfter));
  if (status === 401) throw new TrackerFailure('refused');
  if (status >= 500) throw new TrackerFailure('unreachable');
  if (status === 404) return null;
  const text = body.toString('utf8');
  if (status >= 400 && /invalid[_ ](?:grant|token)/i.test(text.slice(0, 2_000))) throw new TrackerFailure('refused');
  if (status < 200 || status > 299 || !isWhole) throw new TrackerFailure('odd');
  if (text.trim() === '') return undefined;
  if (!/\bjson\b/.test(type)) throw new TrackerFailure('odd');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TrackerFailure('odd');
  }
}

/** The seconds that `Retry-After` asks for, as a number or a date. */
function readWait(header: string | null): number {
  const given =
    header === null ? NaN : /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(Number.isFinite(given) ? given : USUAL_WAIT)));
}
