import { startChild, type Child } from '#server/child-processes/child.ts';
import type { ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import type { BuildAnswer, BuildQuestion } from './build-child.ts';
import type { BuildPart } from './reading.ts';

/** Milliseconds that one step may take: putting a million titles in order takes minutes where the machine is busy. */
const LONGEST = 1_800_000;

/** The process beside the server that makes one catalogue, or sorts its counters once. */
export class BuildProcess {
  readonly #child: Child<BuildQuestion, BuildAnswer>;

  /** @param givesWay whether every other program goes before it. */
  constructor(givesWay: boolean) {
    this.#child = startChild({
      module: new URL('./build-child.ts', import.meta.url),
      // With one arena, and large pieces of their own, it holds what it needs and no more.
      env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
      execArgv: ['--expose-gc', '--max-semi-space-size=4'],
      timeoutMs: LONGEST,
      givesWay,
    });
  }

  /** Hands over a part of what it needs, and waits until it was taken in; one at a time. @throws when the process has ended. */
  take(part: BuildPart): Promise<void> {
    return this.#ask(part);
  }

  /** Has it read all parts by itself, from PostgreSQL. @throws as `take`, and where it cannot. */
  read(what: 'catalogue' | 'counters', url: string): Promise<void> {
    return this.#ask({ read: what, url });
  }

  /** Makes the catalogue of the parts. @throws as `take`. */
  finish(): Promise<void> {
    return this.#ask({ finish: 'catalogue' });
  }

  /** Makes the counters of the parts, for the catalogue of these comics. @throws as `take`. */
  finishCounters(ids: ComicIdsData): Promise<void> {
    return this.#ask({ finish: 'counters', ids });
  }

  /** Writes what was made, once, as `writeDraft` does. @throws also where it cannot. */
  write(path: string, head: object): Promise<void> {
    return this.#ask({ write: path, head });
  }

  /** Ends the process, whatever it is doing. */
  close(): Promise<void> {
    return this.#child.kill();
  }

  async #ask(question: BuildQuestion): Promise<void> {
    const outcome = await this.#child.ask(question);
    if ('lost' in outcome) throw new Error(`the process that makes the catalogue is gone: ${outcome.lost}`);
    if ('failed' in outcome.answer) throw new Error(outcome.answer.failed);
  }
}
