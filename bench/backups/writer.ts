import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { People } from './backed-site.ts';

/** A writer of a site, who does one thing after the other and remembers what was acknowledged. */
export interface Writer {
  /** How many things were acknowledged so far: those from 1 to there. */
  acknowledged(): number;
  stop(): Promise<void>;
}

/** Milliseconds between two things, and of how many one is a page with its picture, the others works. */
const EVERY = 200;
const A_PAGE_OF = 5;

/** The number of a written thing, in the title of its work or in the name of its page. */
export const WRITTEN = /^written-(\d+)(?:\.png)?$/;

/**
 * Starts a writer, who makes drafts and adds pages to one. Nothing is begun before what was before it is acknowledged: of what a backup
 * has of it, nothing may be missing between.
 *
 * @throws from `stop` where something was refused.
 */
export function startWriter(url: string, { admin, chapter }: People, from: number): Writer {
  let [last, stopped] = [from, false];
  const send = async (path: string, type: string, body: BodyInit) => {
    const answer = await fetch(url + path, { method: 'POST', headers: { ...admin, 'content-type': type }, body });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const running = (async () => {
    while (!stopped) {
      const next = last + 1;
      if (next % A_PAGE_OF === 0) {
        const page = await drawPage(next);
        await send(`/api/admin/chapters/${chapter}/pages?name=written-${next}.png`, 'image/png', page);
      } else {
        await send('/api/admin/comics', 'application/json', JSON.stringify({ title: `written-${next}` }));
      }
      last = next;
      await pause(EVERY);
    }
  })();
  running.catch(() => {});
  return {
    acknowledged: () => last,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function drawPage(number: number): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: number & 255, g: (number >> 8) & 255, b: 120 };
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background } });
  return new Uint8Array(await picture.png().toBuffer());
}
