import { isProblem } from '#contract/problems.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import type { CleanRequest } from '#server/images/cleaning/clean-checked.ts';
import { IMAGE_LIMITS, type ImageLimits } from '#server/images/image-limits.ts';
import { inspect } from '#server/images/inspect.ts';
import type { Inspection } from '#server/images/inspect.ts';
import type { CropRequest, Part } from './crop.ts';
import type { DeriveRequest, DerivedPage, AnalysedPage } from './derive.ts';
import { createPool } from '#server/child-processes/pool.ts';
import type { ShareRequest } from './share-card.ts';
import type { SquareRequest } from './square.ts';

/** A page that cannot be rendered, as a problem that is reported and not thrown. */
export interface RenderFailure {
  ok: false;
  code: ProblemCode;
  params: ProblemParams;
}

export type RenderResult = ({ ok: true } & DerivedPage) | RenderFailure;

/** The pictures of a square in the order of the sides asked for, or why there are none. */
export type SquareResult = { ok: true; pictures: Buffer[] } | RenderFailure;

/** The bytes of a part of a picture, or why there are none. */
export type CropResult = { ok: true; picture: Buffer } | RenderFailure;

/** The clean bytes of a picture, null where there is nothing to take away; or why there are none. */
export type CleanResult = { ok: true; clean: Buffer | null } | RenderFailure;

/** Asks only what a page tells of itself, and for its slices. */
export interface AnalyseRequest {
  input: Uint8Array;
  animated: boolean;
  avif: boolean;
  limits: ImageLimits;
  lookOnly: true;
}

export type LookResult = ({ ok: true } & AnalysedPage) | RenderFailure;

export interface Renderer {
  /**
   * Promises the derived pictures of a page and what it tells of itself, with covers where `cover` asks for them, or why there are none:
   * `page-format-unsupported` {format}, `page-undecodable`, `page-too-large` {pixels}, `page-timeout`, `page-memory`.
   * Rejects only when no child process can be started or the renderer has been closed: then nothing is known of the
   * page.
   */
  render(input: Buffer, options: { cover: boolean }): Promise<RenderResult>;
  /** Promises the square of a picture as WebP in several sizes, or why there is none: as above, or `crop-outside` {width, height}. */
  cut(input: Buffer, options: Omit<SquareRequest, 'input' | 'limits'>): Promise<SquareResult>;
  /** Promises a part of a picture, null: all of it, as a WebP of its own, or why there is none: as `cut`, also where it is smaller than `least`. */
  crop(input: Buffer, part: Part | null, least?: { width: number; height: number }): Promise<CropResult>;
  /** Promises the picture of a cover for link previews as JPEG, or why there is none: as `render`. */
  share(input: Buffer): Promise<CropResult>;
  /** Promises what a page tells of itself and its slices where it is tall, or why nothing is known of it: as `render`. */
  look(input: Buffer): Promise<LookResult>;
  /** Promises a picture without what cameras and programs wrote into it, checked to show the same pixels, or why there is none: as `render`. */
  clean(input: Buffer): Promise<CleanResult>;
  close(): Promise<void>;
}

type Request = DeriveRequest | SquareRequest | CropRequest | AnalyseRequest | ShareRequest | CleanRequest;
type Result = RenderResult | SquareResult | CropResult | LookResult | CleanResult;

/** An idle child keeps about 80 MB; a new one takes a quarter of a second. */
const IDLE_MS = 5000;

/**
 * Promises a renderer that decodes in at most `processes` child processes, each killed when a page takes longer or more memory than `limits` allow.
 * `avif` makes the pictures AVIF instead of WebP, which takes several times as long.
 */
export function createRenderer({
  processes,
  limits = IMAGE_LIMITS,
  avif = false,
}: {
  processes: number;
  limits?: ImageLimits;
  avif?: boolean;
}): Renderer {
  const pool = createPool<Request, Result>({
    module: new URL('./render-child.ts', import.meta.url),
    processes,
    timeoutMs: limits.milliseconds,
    memoryBytes: limits.childBytes,
    idleMs: IDLE_MS,
    // Two threads for one page at a time; fewer arenas keep the memory of large pages from staying.
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
  });

  async function run(request: Request): Promise<Result> {
    // A child may have died of something else, such as the machine's memory: the page gets a second chance.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const outcome = await pool.run(request);
      if ('answer' in outcome) return outcome.answer;
      if (outcome.lost === 'timeout') return { ok: false, code: 'page-timeout', params: {} };
      if (outcome.lost === 'memory') return { ok: false, code: 'page-memory', params: {} };
    }
    return { ok: false, code: 'page-undecodable', params: {} };
  }

  return {
    async render(input, { cover }) {
      const inspection = inspectOrFail(input, limits);
      if ('code' in inspection) return inspection;
      const { format, animated } = inspection;
      return (await run({ input, format, animated, cover, avif, limits, look: true })) as RenderResult;
    },
    async cut(input, options) {
      const inspection = inspectOrFail(input, limits);
      return 'code' in inspection ? inspection : ((await run({ input, limits, ...options })) as SquareResult);
    },
    async crop(input, part, least) {
      const inspection = inspectOrFail(input, limits);
      return 'code' in inspection
        ? inspection
        : ((await run({ input, part, limits, ...(least && { least }) })) as CropResult);
    },
    async share(input) {
      const inspection = inspectOrFail(input, limits);
      return 'code' in inspection ? inspection : ((await run({ input, limits, share: true })) as CropResult);
    },
    async look(input) {
      const inspection = inspectOrFail(input, limits);
      return 'code' in inspection
        ? inspection
        : ((await run({ input, animated: inspection.animated, avif, limits, lookOnly: true })) as LookResult);
    },
    async clean(input) {
      const inspection = inspectOrFail(input, limits);
      return 'code' in inspection
        ? inspection
        : ((await run({ input, format: inspection.format, limits, cleanOnly: true })) as CleanResult);
    },
    close: () => pool.close(),
  };
}

/** The facts in the first bytes, or why the rest is not looked at. */
function inspectOrFail(input: Buffer, limits: ImageLimits): Inspection | RenderFailure {
  try {
    return inspect(input, limits);
  } catch (error) {
    if (isProblem(error)) return { ok: false, code: error.code, params: error.params };
    throw error;
  }
}
