import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './errors.ts';

const read = (env: Record<string, string>) => readConfig(env, '/nowhere');

it('without an address nothing is traced and no error is sent, nor where tracing is switched off', () => {
  expect(read({})).toMatchObject({ tracing: null, errorReports: null, accessLog: null, metrics: { port: null } });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
});

it('the standard variables of OpenTelemetry say where traces go, under which name, and how many', () => {
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, tenant=7',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=comics,deployment.environment.name=home',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    }).tracing,
  ).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { 'api-key': 'a b', tenant: '7' },
    service: 'comics',
    attributes: { 'deployment.environment.name': 'home' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
  expect(
    read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/otlp', OTEL_SERVICE_NAME: 'mine' }).tracing,
  ).toMatchObject({ url: 'https://c.example/otlp', service: 'mine', sampler: 'parentbased_always_on' });
});

it.each([
  { SENTRY_DSN: 'https://sentry.example/42' },
  { SENTRY_DSN: 'https://key@sentry.example/' },
  { OTEL_EXPORTER_OTLP_HEADERS: 'no value' },
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
  { METRICS_TOKEN: 'short' },
  { METRICS_PORT: 'many' },
  { ACCESS_LOG_ADDRESSES: 'half' },
])('refuses %j by its name', (env: Record<string, string>) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(Object.keys(env)[0]);
});
