import type { Config } from '#server/config/config.ts';
import type { Log } from '../log.ts';
import type { Attributes, Origin, Span, Tracing } from './span.ts';

let active: Tracing | null = null;

/**
 * Records the steps of this process from now on, where the configuration names who is told of them; what does that is loaded
 * only then.
 *
 * @returns how to end it.
 */
export async function startTracing(
  { tracing }: Pick<Config, 'tracing'>,
  log: Pick<Log, 'warn'>,
): Promise<() => Promise<void>> {
  if (tracing === null) return async () => {};
  const { openTracing } = await import('./opentelemetry.ts');
  const opened = openTracing(tracing, log);
  active = opened;
  return async () => {
    active = null;
    await opened.close();
  };
}

/** Runs `work` as a step of the one that runs now; without one, or where nothing is recorded, just so. */
export async function traced<Value>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<Value>,
): Promise<Value> {
  const span = active?.step(name, attributes()) ?? null;
  return span === null ? work() : within(span, work);
}

/** Runs `work` as a step of its own, which continues what `origin` says. */
export async function tracedFrom<Value>(
  name: string,
  origin: Origin,
  attributes: () => Attributes,
  work: () => Promise<Value>,
): Promise<Value> {
  return active === null ? work() : within(active.begin(name, origin, attributes()), work);
}

/** Begins a step whose end is seen elsewhere; null where nothing is recorded. */
export function beginSpan(name: string, origin: Origin, attributes: Attributes): Span | null {
  return active?.begin(name, origin, attributes) ?? null;
}

/** The `traceparent` (W3C Trace Context) of the step that runs now, for whoever goes on with it. */
export function traceParent(): string | undefined {
  return active?.parent();
}

async function within<Value>(span: Span, work: () => Promise<Value>): Promise<Value> {
  try {
    const value = await span.within(work);
    span.end();
    return value;
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    // Texts of errors may hold values; a code or a class does not.
    span.end(typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error');
    throw error;
  }
}
