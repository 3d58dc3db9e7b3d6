import { join } from 'node:path';
import { FONTS } from './fonts.ts';
import type { Line } from './lettering.ts';
import { createPool } from '#server/child-processes/pool.ts';

/** Milliseconds a drawing may take, and those its process stays after one. */
const [LONGEST, IDLE] = [20_000, 5_000];

/** Draws in a process of its own. */
export interface Drawing {
  /**
   * Promises a picture written by the product itself, in SVG without text, as PNG, with lines of text over it; characters that no
   * font of the product has are left out. @throws Error when it cannot be drawn.
   */
  draw(svg: string, lines: readonly Line[]): Promise<Buffer>;
  close(): Promise<void>;
}

/** Promises a process that draws, one picture at a time, started when it is needed. It never keeps this one alive. */
export function createDrawing(): Drawing {
  const pool = createPool<{ svg: string; lines: readonly Line[] }, { png: Uint8Array | null }>({
    module: new URL('./drawing-child.ts', import.meta.url),
    processes: 1,
    timeoutMs: LONGEST,
    idleMs: IDLE,
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: join(FONTS, 'fonts.conf') },
  });
  return {
    async draw(svg, lines) {
      const outcome = await pool.run({ svg, lines });
      if (!('answer' in outcome) || outcome.answer.png === null) throw new Error('the picture could not be drawn');
      return Buffer.from(outcome.answer.png);
    },
    close: () => pool.close(),
  };
}
