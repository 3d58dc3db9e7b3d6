import { randomBytes } from 'node:crypto';
import { scrubText } from './scrubbing.ts';

/** An error, with what the log said of it. */
export interface Failure {
  error: Error;
  message: string;
  /** Short facts beside it: the id of the request, the kind of the job. */
  tags: Record<string, string>;
  at: Date;
}

/** Errors that caused one another that are told, and calls of each. */
const MAX = { causes: 4, frames: 50 };

/** An event as Sentry's envelopes carry it, without anything that tells who was there. */
export function toEvent(
  { error, message, tags, at }: Failure,
  { release, environment }: { release: string; environment: string },
): Record<string, unknown> {
  const chain: Error[] = [];
  for (let each: unknown = error; each instanceof Error && chain.length < MAX.causes; each = each.cause) {
    chain.push(each);
  }
  return {
    event_id: randomBytes(16).toString('hex'),
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    logger: 'komawari',
    release,
    environment,
    logentry: { formatted: scrubText(message) },
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, scrubText(value).slice(0, 200)])),
    // The one that caused all others first.
    exception: {
      values: chain.toReversed().map((each) => ({
        type: each.name,
        value: scrubText(each.message),
        stacktrace: { frames: readFrames(each.stack ?? '') },
      })),
    },
  };
}

/** The calls that led to an error, the last one last, with files as they lie in the installation. */
function readFrames(stack: string): object[] {
  return [...stack.matchAll(/^ {4}at (?:(?:async )?(.+?) \()?(?:file:\/\/)?([^\s()]+?):(\d+):(\d+)\)?$/gm)]
    .slice(0, MAX.frames)
    .map(([, name, file = '', line, column]) => {
      const path = file.replace(/^.*?\/(?=(?:server|contract|build|node_modules|messages)\/)/, '');
      return {
        function: name ?? '?',
        filename: path,
        lineno: Number(line),
        colno: Number(column),
        in_app: /^(?:server|contract|build)\//.test(path),
      };
    })
    .toReversed();
}
