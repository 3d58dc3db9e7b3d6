import { isProblem } from '#contract/problems.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { DeriveRequest, DerivedPage } from './derive.ts';
import { inspect } from './inspect.ts';
import type { Inspection } from './inspect.ts';
import { createPool } from './pool.ts';

/** A page that cannot be rendered, as a problem that is reported and not thrown. */
export interface RenderFailure {
  ok: false;
  code: ProblemCode;
  params: ProblemParams;
}

export type RenderResult = ({ ok: true } & DerivedPage) | RenderFailure;

export interface Renderer {
  /**
   * Promises the derived pictures of a page, with covers where `cover` asks for them, or why there are none:
   * `page-format-unsupported` {format}, `page-undecodable`, `page-too-large` {pixels}, `page-timeout`. Rejects only when no child process can be started
   * or the renderer has been closed: then nothing is known of the page.
   */
  render(input: Buffer, options: { cover: boolean }): Promise<RenderResult>;
  close(): Promise<void>;
}

/** An idle child keeps about 80 MB; a new one takes a quarter of a second. */
const IDLE_MS = 5000;

/**
 * Promises a renderer that decodes in at most `processes` child processes, each killed after `timeoutMs` (20 s) on one page.
 * `avif` makes the pictures AVIF instead of WebP, which takes several times as long.
 */
export function createRenderer({ processes, timeoutMs = 20_000, avif = false }: { processes: number; timeoutMs?: number; avif?: boolean }): Renderer {
  const pool = createPool<DeriveRequest, RenderResult>({
    module: new URL('./render-child.ts', import.meta.url),
    processes,
    timeoutMs,
    idleMs: IDLE_MS,
    // Two threads for one page at a time; fewer arenas keep the memory of large pages from staying.
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
  });

  async function run(request: DeriveRequest): Promise<RenderResult> {
    // A child may have died of something else, such as the machine's memory: the page gets a second chance.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const outcome = await pool.run(request);
      if ('answer' in outcome) { return outcome.answer; }
      if (outcome.lost === 'timeout') { return { ok: false, code: 'page-timeout', params: {} }; }
    }
    return { ok: false, code: 'page-undecodable', params: {} };
  }

  return {
    async render(input, { cover }) {
      let inspection: Inspection;
      try {
        inspection = inspect(input);
      } catch (error) {
        if (isProblem(error)) { return { ok: false, code: error.code, params: error.params }; }
        throw error;
      }
      return run({ input, format: inspection.format, animated: inspection.animated, cover, avif });
    },
    close: () => pool.close(),
  };
}
