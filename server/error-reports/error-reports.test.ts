import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { startedSite } from '../testing/started.ts';
import { createErrorReports, failure } from './error-reports.ts';
import { scrubText } from './scrubbing.ts';

interface Envelope {
  /** Whether it has one item, an event, of the length its header says. */
  isWellFormed: boolean;
  path: string;
  auth: string;
  header: { event_id: string; sent_at: string };
  event: any;
}

/** A stand-in for Sentry: takes envelopes apart as the protocol says, and answers what a test wants. */
const taken: Envelope[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const [header = '', item = '', payload = '', rest] = body.split('\n');
    const { type, length } = JSON.parse(item) as { type: string; length: number };
    taken.push({
      isWellFormed: type === 'event' && length === Buffer.byteLength(payload) && rest === '',
      path: request.url ?? '',
      auth: String(request.headers['x-sentry-auth']),
      header: JSON.parse(header),
      event: JSON.parse(payload),
    });
    answer(request, response);
  });
});
let dsn: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  dsn = `http://thekey@127.0.0.1:${(server.address() as AddressInfo).port}/sub/42`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  taken.length = 0;
  answer = (_request, response) => response.end('{}');
});

const open = (now?: () => number) => createErrorReports({ dsn, environment: 'tests' }, '1.2.3', now);

describe('an error that is logged', () => {
  it('is sent as an envelope with its place and cause, and the line is written all the same', async () => {
    const lines: string[] = [];
    const reports = open();
    const log = createLog('info', { write: (line) => void lines.push(line) }, reports);
    const cause = new TypeError('no answer from reader@mail.test at 203.0.113.9');
    log
      .child({ reqId: 'the-request' })
      .error({ err: new Error('the job failed', { cause }), kind: 'mails.send', job: 7 }, 'job failed');
    log.warn({ err: new Error('a mere warning') }, 'not sent');
    log.error('a text alone is not sent');
    await reports.close();
    expect(lines).toHaveLength(3);
    const [{ isWellFormed, path, auth, header, event } = {} as Envelope, ...more] = taken;
    expect(isWellFormed).toBe(true);
    expect(more).toEqual([]);
    expect(path).toBe('/sub/api/42/envelope/');
    expect(auth).toBe('Sentry sentry_version=7, sentry_client=komawari/1.2.3, sentry_key=thekey');
    expect(header.event_id).toBe(event.event_id);
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      release: '1.2.3',
      environment: 'tests',
      logentry: { formatted: 'job failed' },
      tags: { reqId: 'the-request', kind: 'mails.send' },
    });
    const { values } = event.exception;
    expect(values.map(({ type, value }: any) => `${type}: ${value}`)).toEqual([
      'TypeError: no answer from [mail] at [address]',
      'Error: the job failed',
    ]);
    expect(values[1].stacktrace.frames.at(-1)).toMatchObject({
      filename: 'server/error-reports/error-reports.test.ts',
      in_app: true,
    });
  });

  it('is told once a minute where it is the same, and again after that', async () => {
    let now = 1_000_000;
    const reports = open(() => now);
    const fail = () => reports.report(failure(new Error('again'), 'it failed'));
    for (const minutes of [0, 0, 0.5, 1.1]) {
      now = 1_000_000 + minutes * 60_000;
      fail();
    }
    await reports.close();
    expect(taken).toHaveLength(2);
  });

  it('keeps nobody waiting: while Sentry says nothing some wait and the rest is left out', async () => {
    const held: ServerResponse[] = [];
    answer = (_request, response) => held.push(response);
    const reports = open();
    for (let number = 0; number < 200; number += 1) {
      reports.report(
        failure(
          Object.assign(new Error('e'), { stack: `Error: e\n    at f${number} (/server/x.ts:1:1)` }),
          'it failed',
        ),
      );
    }
    await expect.poll(() => held.length).toBe(1);
    answer = (_request, response) => response.end('{}');
    held[0]?.end('{}');
    await reports.close();
    expect(taken.length).toBeLessThanOrEqual(31);
    expect(taken.length).toBeGreaterThan(5);
  });

  it('is kept back after a 429 for as long as it says, and lost where nobody listens', async () => {
    let now = 0;
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    const reports = open(() => now);
    reports.report(failure(new Error('first'), 'it failed'));
    await reports.close();
    reports.report(failure(new RangeError('second'), 'it failed'));
    await reports.close();
    now = 31_000;
    reports.report(failure(new SyntaxError('third'), 'it failed'));
    await reports.close();
    expect(taken.map(({ event }) => event.exception.values[0].value)).toEqual(['first', 'third']);
    const nowhere = createErrorReports({ dsn: 'http://k@127.0.0.1:1/1', environment: '' }, '1');
    nowhere.report(failure(new Error('nobody'), 'it failed'));
    await nowhere.close();
  });
});

describe('an error that ends a process', () => {
  // Loaded before the product, as an operator's own `--import` would be.
  it.each([
    [
      'main.ts',
      [],
      "process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => { throw new Error('nobody caught it') }))",
      'nobody caught it',
      'uncaught exception',
    ],
    [
      'cli.ts',
      ['roles'],
      "process.stdout.write = () => { throw new Error('it broke') }",
      'it broke',
      'command roles failed',
    ],
  ])('of %s %j is sent before it ends with 1, and stands in its log', async (file, args, first, value, message) => {
    const site = startedSite();
    try {
      const preload = `data:text/javascript,${encodeURIComponent(first)}`;
      const program = site.start({ SENTRY_DSN: dsn, NODE_OPTIONS: `--import ${preload}` }, file, args);
      expect(await program.ended).toBe(1);
      expect(program.said()).toContain(value);
      expect(taken.map(({ event }) => [event.exception.values[0].value, event.logentry.formatted])).toEqual([
        [value, message],
      ]);
    } finally {
      await site.clear();
    }
  });
});

it.each([
  ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED [address]:5432'],
  ['from 2001:db8::7 and ::1', 'from [address] and [address]'],
  ['postgres://site:pass@db/x?sslmode=1', 'postgres://…@db/x?…'],
  ['Authorization: Bearer kmw_abc123', 'Authorization: [removed]'],
  ['{"cookie":"session=1; a=2","code":"x"}', '{"cookie":[removed],"code":"x"}'],
  ['password=hunter2 for someone@example.org', 'password=[removed] for [mail]'],
  ['key 5f4dcc3b5aa765d61d8327deb882cf99 is known', 'key [key] is known'],
  ['relation "comics" does not exist at character 15', 'relation "comics" does not exist at character 15'],
  ['GET /api/comics?q=a+wish failed', 'GET /api/comics?… failed'],
  [
    'node_modules/a-very-long-folder-name-of-2-words/index.js',
    'node_modules/a-very-long-folder-name-of-2-words/index.js',
  ],
])('of %j Sentry learns %j', (said, told) => {
  expect(scrubText(said)).toBe(told);
});
