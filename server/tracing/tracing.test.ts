import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueue } from '#server/jobs/queue.ts';
import { registerJobs } from '#server/jobs/registry.ts';
import { createRunner } from '#server/jobs/runner.ts';
import { fetchOutbound } from '#server/http/outbound-http.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { startTracing, traceParent } from './tracing.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A span as OTLP's JSON has it, with the attributes as an object. */
interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string }[];
  status: { code?: number };
}

/** A collector: takes what comes over OTLP/HTTP apart. */
const bodies: any[] = [];
const asked: { path: string; key: unknown }[] = [];
const collector = createServer((request, response) => {
  asked.push({ path: request.url ?? '', key: request.headers['x-key'] });
  void json(request).then((body) => {
    bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let base: string;
let site: TestApp;
let url: string;
let stop = async () => {};

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  base = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await stop();
  await site.close();
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

async function begin(
  trustProxy: string[] = [],
  sampler: 'parentbased_always_on' | 'always_off' = 'parentbased_always_on',
) {
  bodies.length = 0;
  const tracing = {
    url: `${base}/v1/traces`,
    headers: { 'x-key': 'the-key' },
    service: 'comics',
    attributes: { 'deployment.environment.name': 'tests' },
    sampler,
    ratio: 1,
  };
  site = await testApp({}, undefined, undefined, [], { tracing, trustProxy });
  stop = await startTracing({ tracing }, site.deps.log);
  url = await site.app.listen({ port: 0, host: '127.0.0.1' });
}

/** Everything that was told, once it is sent. */
async function told(): Promise<ExportedSpan[]> {
  await stop();
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: any) =>
      scopeSpans.flatMap(({ spans }: any) =>
        spans.map((span: any) => ({
          links: [],
          ...span,
          attributes: Object.fromEntries(
            span.attributes.map(({ key, value }: any) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
          ),
        })),
      ),
    ),
  );
}

describe('traces', () => {
  it('lead from a request to its statements, whose values they never tell', async () => {
    await begin();
    await (await fetch(`${url}/api/comics?q=a-wish-of-mine&page=1`, { headers: { traceparent: PARENT } })).text();
    const spans = await told();
    expect(asked.at(-1)).toEqual({ path: '/v1/traces', key: 'the-key' });
    const request = spans.find(({ name }) => name === 'GET /api/comics')!;
    expect(request).toMatchObject({
      kind: 2,
      attributes: { 'http.request.method': 'GET', 'http.route': '/api/comics', 'http.response.status_code': 200 },
      // Whoever is no proxy of ours is named, and not followed.
      links: [{ traceId: TRACE }],
    });
    expect(request.traceId).not.toBe(TRACE);
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.length).toBeGreaterThan(0);
    expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));
    expect(statements.some(({ attributes }) => String(attributes['db.query.text']).includes('$1'))).toBe(true);
    expect(JSON.stringify(bodies)).not.toContain('a-wish');
    const [{ resource }] = bodies[0].resourceSpans;
    expect(JSON.stringify(resource)).toContain('"comics"');
    expect(JSON.stringify(resource)).toContain('deployment.environment.name');
  });

  it('go on behind a trusted proxy, through a body, a job and a call to somebody else', async () => {
    await begin(['127.0.0.1']);
    const { db, log } = site.deps;
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { traceparent: PARENT, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody', password: 'a-wish-of-mine' }),
    });
    await answer.text();
    const kind = 'tests.traced';
    const heard: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      heard.push(String(request.headers.traceparent));
      response.end();
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const jobs = registerJobs(
      [{ kind, attempts: 1, atOnce: 1 }],
      [
        [
          kind,
          async () => {
            heard.push(traceParent());
            const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
            await fetchOutbound(address, { method: 'POST', headers: {}, seconds: 5, local: true });
            throw Object.assign(new Error('no'), { code: 'TEST' });
          },
        ],
      ],
    );
    await db
      .insertInto('jobs')
      .values({ kind, payload: '{}', trace: PARENT } as never)
      .execute();
    const runner = createRunner({ db, log, alone: true }, jobs);
    runner.start();
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(2);
    await runner.close();
    other.close();
    const spans = await told();
    const request = spans.find(({ name }) => name === 'POST /api/login')!;
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7', links: [] });
    expect(spans.filter(({ parentSpanId }) => parentSpanId === request.spanId).length).toBeGreaterThan(0);
    const job = spans.find(({ name }) => name === `job ${kind}`)!;
    expect(job).toMatchObject({ traceId: TRACE, kind: 5, attributes: { 'error.type': 'TEST' }, status: { code: 2 } });
    const call = spans.find(({ name }) => name === 'POST')!;
    expect(call).toMatchObject({ traceId: TRACE, parentSpanId: job.spanId });
    expect(heard[0]).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`));
    expect(heard[1]).toBe(`00-${TRACE}-${call.spanId}-01`);
    expect(JSON.stringify(bodies)).not.toContain('a-wish');
  });

  it('a job that a request put in line carries the trace of the request; without tracing there is none', async () => {
    await begin();
    const { tracedFrom } = await import('./tracing.ts');
    await tracedFrom(
      'test',
      { kind: 'server', parent: PARENT },
      () => ({}),
      () => enqueue(site.deps.db, 'tests.kept', {}),
    );
    await stop();
    await enqueue(site.deps.db, 'tests.kept', {});
    const rows = await site.deps.db
      .selectFrom('jobs')
      .select('trace')
      .where('kind', '=', 'tests.kept')
      .orderBy('id')
      .execute();
    expect(rows.map(({ trace }) => trace?.slice(0, 35) ?? null)).toEqual([`00-${TRACE}`, null]);
  });

  it('are not sent where the sampler wants none', async () => {
    await begin([], 'always_off');
    await (await fetch(`${url}/api/comics`)).text();
    expect(await told()).toEqual([]);
  });
});
