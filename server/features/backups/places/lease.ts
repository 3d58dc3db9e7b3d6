import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { Place } from './place.ts';

/** Objects of a place that say who writes into it at this moment. */
const FOLDER = 'writing';
/** Milliseconds that a lease is good for, and after which it is renewed. */
const LEASE_MS = 150_000;
const RENEW_MS = 30_000;
/** Two that begin at the same moment step back and try again, so often and within so many milliseconds. */
const [TRIES, STEP_BACK_MS] = [4, 2_000];

const Held = z.object({ host: z.string().max(255), until: z.iso.datetime() });

/** The right to write into a place, alone. */
export interface Lease {
  /** Makes sure that nobody else has come to write meanwhile. @throws Problem `backup-place-busy` where this process stood still for too long. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the right to write into a place, which it has until it is released, or until this process is gone for two and a half minutes. Any
 * kind of place can hold it: each who wants it puts an object of their own and then looks for others'.
 *
 * @param path the place, as it is named to whoever is refused.
 * @throws Problem `backup-place-busy` where somebody else has it, and what the place throws.
 */
export async function leasePlace(place: Place, path: string): Promise<Lease> {
  const name = `${FOLDER}/${randomUUID()}`;
  const put = async () => {
    const until = new Date(Date.now() + LEASE_MS).toISOString();
    await place.put(name, Buffer.from(JSON.stringify({ host: hostname(), until })));
  };
  const refuse = (other: z.infer<typeof Held>) => problem('backup-place-busy', { path, ...other });
  for (let tries = 1; ; tries += 1) {
    const before = await findOther(place, name);
    if (before !== null) throw refuse(before);
    await put();
    const beside = await findOther(place, name);
    if (beside === null) break;
    await place.remove(name);
    if (tries === TRIES) throw refuse(beside);
    await pause(Math.random() * STEP_BACK_MS);
  }
  const isHeld = async () => (await place.get(name)) !== null;
  const renewing = setInterval(() => {
    // One that is gone was taken for that of a process that ended. What fails now is tried again.
    void isHeld()
      .then((held) => (held ? put() : clearInterval(renewing)))
      .catch(() => {});
  }, RENEW_MS);
  renewing.unref();
  return {
    async confirm() {
      if (!(await isHeld())) {
        throw refuse((await findOther(place, name)) ?? { host: '', until: new Date().toISOString() });
      }
    },
    async release() {
      clearInterval(renewing);
      await place.remove(name);
    },
  };
}

/** Who else writes into a place; leases that have run out are removed. */
async function findOther(place: Place, own: string): Promise<z.infer<typeof Held> | null> {
  for await (const { name } of place.list(FOLDER)) {
    if (name === own) continue;
    const bytes = await place.get(name);
    if (bytes === null) continue;
    const held = parse(bytes);
    if (held !== null && Date.parse(held.until) > Date.now()) return held;
    await place.remove(name);
  }
  return null;
}

function parse(bytes: Buffer): z.infer<typeof Held> | null {
  try {
    return Held.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
