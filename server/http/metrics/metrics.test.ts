import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { registerJobs } from '#server/jobs/registry.ts';
import { createRunner } from '#server/jobs/runner.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { where } from '#server/testing/samples.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { findProgram, hasProgram } from '../../../tools/programs.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site: TestApp;
let url: string;

beforeAll(async () => {
  const source = await sourceSite();
  site = await testApp({ features: ['comments'] }, undefined, (app, deps) => serveSite(app, deps, source));
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  await withTransaction(db, (tx) => plantComic(tx, { title: 'Quiet garden', rating: 'safe' }, image));
  url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

const figures = async () => (await fetch(`${url}/metrics`)).text();

/** The value of one line; 0 where it is not there yet. Tests of one process share what it counts: what matters is what is added. */
function value(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}

/** How much each of some lines grew by what was done. */
async function grown(lines: string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await figures();
  await work();
  const after = await figures();
  return lines.map((line) => value(after, line) - value(before, line));
}

describe('what /metrics tells', () => {
  it('of requests: by the pattern of their route and the class of their status, never by their address', async () => {
    const count = (route: string, status: string) =>
      `komawari_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
    const added = await grown(
      [
        count('/api/comics', '2xx'),
        count('/api/comics/:slug', '4xx'),
        count('/:lang/comic/:slug', '4xx'),
        count('/api/*', '4xx'),
      ],
      async () => {
        for (const path of [
          '/api/comics',
          '/api/comics/a-secret-of-mine',
          '/en/comic/a-secret-of-mine',
          '/api/a-secret-of-mine',
        ]) {
          await (await fetch(url + path)).text();
        }
      },
    );
    expect(added).toEqual([1, 1, 1, 1]);
    expect(await figures()).not.toContain('a-secret-of-mine');
  });

  it('of pages: which came from memory and which were made', async () => {
    const added = await grown(
      [
        'komawari_page_cache_requests_total{result="miss"}',
        'komawari_page_cache_requests_total{result="hit"}',
        'komawari_page_render_duration_seconds_count{status="2xx"}',
      ],
      async () => {
        for (let time = 0; time < 3; time += 1) {
          await (await fetch(`${url}/fr/latest`)).text();
        }
      },
    );
    expect(added).toEqual([1, 2, 1]);
    expect(value(await figures(), 'komawari_page_cache_bytes')).toBeGreaterThan(1000);
  });

  it('of refusals by their problem, of statements, and of a caller who left', async () => {
    const added = await grown(
      [
        'komawari_http_refusals_total{code="sign-in-required"}',
        'komawari_database_statement_duration_seconds_count{pool="embedded",outcome="ok"}',
      ],
      async () => fetch(`${url}/api/admin/system`),
    );
    expect(added[0]).toBe(1);
    expect(added[1]).toBeGreaterThanOrEqual(0);
    expect(await figures()).toMatch(/^komawari_database_connections\{pool="embedded",state="idle"\} 1$/m);
  });

  it('of a caller who leaves before the answer', async () => {
    const aborted = 'komawari_http_request_duration_seconds_count{method="POST",route="/api/login",status="aborted"}';
    const before = value(await figures(), aborted);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'POST /api/login HTTP/1.1\r\nhost: comics.test\r\ncontent-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
    );
    // The server has begun when it asks for the body.
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(async () => value(await figures(), aborted), { timeout: 20_000 }).toBe(before + 1);
  });

  it('of streams while they are open', async () => {
    const before = value(await figures(), 'komawari_streams_open');
    const { data } = (await site.get('/api/comics')).body as { data: { slug: string }[] };
    const leaving = new AbortController();
    const stream = await fetch(`${url}/api/comics/${data[0]!.slug}/comments/live`, { signal: leaving.signal });
    expect(stream.status).toBe(200);
    expect(value(await figures(), 'komawari_streams_open')).toBe(before + 1);
    leaving.abort();
    await expect.poll(async () => value(await figures(), 'komawari_streams_open')).toBe(before);
  });

  it('of jobs: how each try ended, how many wait and for how long', async () => {
    const { db, log } = site.deps;
    const kind = 'tests.measured';
    await enqueue(db, 'tests.overdue', {}, { runAt: new Date(Date.now() - 60_000) });
    const jobs = registerJobs(
      [{ kind, attempts: 1, atOnce: 1 }],
      [[kind, async () => Promise.reject(new Error('no'))]],
    );
    const runner = createRunner({ db, log, alone: true }, jobs);
    expect(await figures()).toContain(`komawari_job_duration_seconds_count{kind="${kind}",outcome="failed"} 0\n`);
    await enqueue(db, kind, {});
    runner.start();
    await expect
      .poll(async () => value(await figures(), `komawari_job_duration_seconds_count{kind="${kind}",outcome="failed"}`))
      .toBe(1);
    await runner.close();
    await expect
      .poll(async () => value(await figures(), `komawari_jobs{kind="${kind}",state="failed"}`), { timeout: 20_000 })
      .toBe(1);
    expect(value(await figures(), 'komawari_jobs_oldest_waiting_seconds{kind="tests.overdue"}')).toBeGreaterThan(59);
  });

  it('of what alerts wait for before it first happened, so that its first time is an increase', async () => {
    const lines = await figures();
    expect(lines).toMatch(/^komawari_mails_total\{outcome="failed"\} \d/m);
    expect(lines).toMatch(/^komawari_purged_paths_total\{outcome="failed"\} \d/m);
  });

  it('by the rules of Prometheus, as its own promtool says', where(hasProgram('promtool')), async () => {
    const { status, stdout, stderr } = spawnSync(findProgram('promtool'), ['check', 'metrics'], {
      input: await figures(),
      encoding: 'utf8',
    });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
