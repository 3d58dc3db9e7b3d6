import { Worker } from 'node:worker_threads';
import type { CatalogueData } from '#server/catalogue/index/catalogue-data.ts';
import type { ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import type { CounterData } from '#server/catalogue/index/counter-data.ts';
import type { BuildMessage, BuildOptions } from './build-worker.ts';

/** The thread beside the server that makes a catalogue (`Product` is `CatalogueData`) or sorts its counters (`CounterData`). */
export class BuildThread<Product extends CatalogueData | CounterData> {
  readonly #worker: Worker;
  readonly #waiting: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];

  private constructor(options: BuildOptions) {
    this.#worker = new Worker(new URL('./build-worker.ts', import.meta.url), { workerData: options, execArgv: [] });
    this.#worker.on('message', (answer) => {
      this.#waiting.shift()?.resolve(answer);
    });
    this.#worker.on('error', (error) => {
      this.#fail(error);
    });
    this.#worker.on('exit', () => {
      this.#fail(new Error('the thread of the catalogue has ended'));
    });
  }

  /** A thread that makes one catalogue. */
  static building(): BuildThread<CatalogueData> {
    return new BuildThread<CatalogueData>({ counted: null });
  }

  /** A thread that sorts the counters of the catalogue of these comics, as often as it is told to. */
  static counting(ids: ComicIdsData): BuildThread<CounterData> {
    return new BuildThread<CounterData>({ counted: ids });
  }

  /** Hands over a part of what it needs, and waits until it was taken in. @throws when the thread has ended. */
  async take(part: Exclude<BuildMessage, 'finish'>): Promise<void> {
    await this.#ask(part);
  }

  /** Makes the product of the parts. */
  async finish(): Promise<Product> {
    return (await this.#ask('finish')) as Product;
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: BuildMessage): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(error);
    }
  }
}
