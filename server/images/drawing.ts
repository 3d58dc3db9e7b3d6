import { createPool } from './pool.ts';

/** Milliseconds a drawing may take, and those its process stays after one. */
const [LONGEST, IDLE] = [20_000, 5_000];

/** Draws in a process of its own. */
export interface Drawing {
  /** Promises a picture written by the product itself, in SVG without text, as PNG. @throws Error when it cannot be drawn. */
  draw(svg: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Promises a process that draws, one picture at a time, started when it is needed. */
export function createDrawing(): Drawing {
  const pool = createPool<{ svg: string }, Uint8Array | null>({
    module: new URL('./drawing-child.ts', import.meta.url), processes: 1, timeoutMs: LONGEST, idleMs: IDLE, env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
  });
  return {
    async draw(svg) {
      const outcome = await pool.run({ svg });
      if (!('answer' in outcome) || outcome.answer === null) { throw new Error('the picture could not be drawn'); }
      return Buffer.from(outcome.answer);
    },
    close: () => pool.close(),
  };
}
