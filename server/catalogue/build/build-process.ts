import { getCompileCacheDir } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild, type Child } from '#server/child-processes/child.ts';
import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import type { ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import type { CounterData } from '#server/catalogue/index/counter-data.ts';
import { fromSections, type Section } from '#server/catalogue/index/sections.ts';
import type { BuildAnswer, BuildQuestion } from './build-child.ts';

/** Milliseconds that one step may take: putting a million titles in order takes minutes where the machine is busy. */
const LONGEST = 1_800_000;

/** As fast is what was made taken over: a hundred megabytes in a second. */
const BYTES_A_MILLISECOND = 100_000;

/** The process beside the server that makes one catalogue, or sorts its counters once. */
export class BuildProcess {
  readonly #child: Child<BuildQuestion, BuildAnswer>;

  constructor() {
    const compiled = getCompileCacheDir();
    this.#child = startChild({
      module: new URL('./build-child.ts', import.meta.url),
      // With one arena, and large pieces of their own, it holds what it needs and no more.
      env: {
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '131072',
        ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
      },
      execArgv: ['--expose-gc', '--max-semi-space-size=4'],
      timeoutMs: LONGEST,
    });
  }

  /** Hands over a part of what it needs, and waits until it was taken in; one at a time. @throws when the process has ended. */
  async take(part: Exclude<BuildQuestion, { finish: unknown } | { section: unknown }>): Promise<void> {
    await this.#ask(part);
  }

  /** The catalogue of the parts. @throws as `take`. */
  async finish(): Promise<CatalogueData> {
    return (await this.#product({ finish: 'catalogue' })) as CatalogueData;
  }

  /** The counters of the parts, for the catalogue of these comics. @throws as `take`. */
  async finishCounters(ids: ComicIdsData): Promise<CounterData> {
    return (await this.#product({ finish: 'counters', ids })) as CounterData;
  }

  /** Ends the process, whatever it is doing. */
  close(): Promise<void> {
    return this.#child.kill();
  }

  async #product(question: BuildQuestion): Promise<object> {
    const made = await this.#ask(question);
    if (!('shape' in made)) throw new Error('expected what was made');
    const sections: Section[] = [];
    // One after the other, with a rest: who takes so much memory at once has the collector stop everything.
    for (const [section, type] of made.types.entries()) {
      const answer = await this.#ask({ section });
      if (!('bytes' in answer)) throw new Error('expected a section');
      sections.push({ type, bytes: answer.bytes });
      if (answer.bytes.length > BYTES_A_MILLISECOND) {
        await wait(answer.bytes.length / BYTES_A_MILLISECOND);
      }
    }
    return fromSections(made.shape, sections);
  }

  async #ask(question: BuildQuestion): Promise<BuildAnswer> {
    const outcome = await this.#child.ask(question);
    if ('lost' in outcome) throw new Error(`the process that makes the catalogue is gone: ${outcome.lost}`);
    if ('failed' in outcome.answer) throw new Error(outcome.answer.failed);
    return outcome.answer;
  }
}
