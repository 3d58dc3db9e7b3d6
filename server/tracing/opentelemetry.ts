import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as RecordedSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '../log.ts';
import type { Span, Tracing } from './span.ts';

type Settings = NonNullable<Config['tracing']>;

/** Steps that wait to be sent: beyond it they are left out. */
const MAX_WAITING = 4096;
/** Milliseconds between two sendings, and until one is given up. */
const TIMES = { between: 2000, sending: 10_000 };
/** Seconds that the end of the process waits for what is still to be sent. */
const CLOSING_SECONDS = 2;
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

/** Records steps with OpenTelemetry, and sends them over HTTP as OTLP's JSON. */
export function openTracing(settings: Settings, log: Pick<Log, 'warn'>): Tracing {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: TIMES.sending,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...settings.attributes, 'service.name': settings.service }),
    sampler: samplerFor(settings),
    spanLimits: { attributeValueLengthLimit: 2000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: TIMES.between,
        exportTimeoutMillis: TIMES.sending,
      }),
    ],
  });
  const tracer = provider.getTracer('komawari');
  const current = new AsyncLocalStorage<Context>();

  const toSpan = (span: RecordedSpan, context: Context): Span => ({
    set: (attributes) => {
      span.setAttributes(attributes);
    },
    rename: (name) => {
      span.updateName(name);
    },
    end(failed) {
      if (failed !== undefined) {
        span.setAttribute('error.type', failed);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
    within: (work) => current.run(context, work),
  });

  return {
    begin(name, { kind, parent, link }, attributes) {
      const from = parseParent(parent);
      const beside = parseParent(link);
      const before = from === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from);
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes, ...(beside !== null && { links: [{ context: beside }] }) },
        before,
      );
      return toSpan(span, trace.setSpan(before, span));
    },
    step(name, attributes) {
      const before = current.getStore();
      if (before === undefined) return null;
      const isCall = 'db.system.name' in attributes || 'server.address' in attributes;
      const span = tracer.startSpan(name, { kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }, before);
      return toSpan(span, trace.setSpan(before, span));
    },
    parent() {
      const store = current.getStore();
      const context = store && trace.getSpanContext(store);
      if (!context) return undefined;
      const flags = (context.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    async close() {
      await withTimeout(CLOSING_SECONDS, provider.shutdown()).catch((error: unknown) =>
        log.warn({ err: error }, 'traces could not be sent'),
      );
    },
  };
}

/** A `traceparent` of version 00 of W3C Trace Context, or of a later one as far as that is known; null for anything else. */
function parseParent(text: string | undefined): SpanContext | null {
  const [, version = '', traceId = '', spanId = '', flags = ''] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(text ?? '') ?? [];
  if (traceId === '' || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

function samplerFor({ sampler, ratio }: Settings): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
