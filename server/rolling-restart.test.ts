import { Agent, request } from 'node:http';
import { afterAll, expect, it, vi } from 'vitest';
import { ready, startedSite } from './testing/started.ts';

vi.setConfig({ testTimeout: 240_000 });

const site = startedSite();
afterAll(() => site.clear());

/** Asks over a connection that is kept where the server keeps it. */
function ask(agent: Agent, url: string): Promise<{ status: number; closes: boolean }> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' }),
      );
    })
      .on('error', reject)
      .end();
  });
}

it('a process that is told to end says so, answers all that is asked of it, and has connections end by themselves', async () => {
  const program = site.start({ KOMAWARI_DRAIN_SECONDS: '4', KOMAWARI_LIMITS_READS_PER_MINUTE: '0' });
  const url = await ready(program);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 200, closes: false });
  let [asked, left] = [0, false];
  const readers = Array.from({ length: 8 }, async () => {
    while (!left) {
      asked += 1;
      expect((await ask(agent, `${url}/en/latest`)).status).toBe(200);
    }
  });
  program.kill('SIGTERM');
  await vi.waitFor(async () => expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 503, closes: true }), {
    timeout: 3_000,
    interval: 20,
  });
  // As a balancer does: no visitor is sent there any more.
  left = true;
  await Promise.all(readers);
  expect(asked).toBeGreaterThan(8);
  expect(await program.ended).toBe(0);
  agent.destroy();
});
