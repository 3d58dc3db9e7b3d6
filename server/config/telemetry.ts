import type { Environment } from './environment.ts';

/** Who is told of the steps of requests and jobs (OpenTelemetry): the address, headers it wants, and how many traces are recorded. */
export interface Tracing {
  /** Where OTLP over HTTP goes, whole. */
  url: string;
  headers: Record<string, string>;
  service: string;
  attributes: Record<string, string>;
  sampler: Environment['OTEL_TRACES_SAMPLER'];
  /** 0 to 1, of samplers that keep a part. */
  ratio: number;
}

/** The settings of tracing as OpenTelemetry's standard variables say them; null where no address is named or it is switched off. */
export function tracingFrom(environment: Environment): Tracing | null {
  const own = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  if ((own === undefined && base === undefined) || environment.OTEL_SDK_DISABLED === 'true') return null;
  const { 'service.name': named, ...attributes } = environment.OTEL_RESOURCE_ATTRIBUTES;
  return {
    url: own ?? `${base?.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
    service: environment.OTEL_SERVICE_NAME ?? named ?? 'komawari',
    attributes,
    sampler: environment.OTEL_TRACES_SAMPLER,
    ratio: environment.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Where unexpected errors are told, and as what; null for nowhere. */
export function errorReportsFrom({
  SENTRY_DSN: dsn,
  SENTRY_ENVIRONMENT: environment,
}: Environment): { dsn: string; environment: string } | null {
  return dsn === undefined ? null : { dsn, environment };
}
