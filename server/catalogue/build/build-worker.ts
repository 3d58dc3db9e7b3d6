// A thread that makes a catalogue, or sorts the counters of one again and again, so that requests never wait for it.
import { parentPort, workerData } from 'node:worker_threads';
import { transferables } from '#server/catalogue/index/catalogue-data.ts';
import { ComicIds, type ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import { counterData, CounterReader } from '#server/catalogue/index/counter-data.ts';
import { CatalogueBuilder } from './catalogue-builder.ts';

/** A message to the thread. Each message is answered by one: the product of `finish`, else null. */
export type BuildMessage =
  { rows: string } | { titleOrder: string } | { translations: string } | { counters: string } | 'finish';

/** The comics of the catalogue to count; null for a thread that makes one. */
export type BuildOptions = { counted: ComicIdsData | null };

const options = workerData as BuildOptions;
const counted = options.counted && new ComicIds(options.counted).all();
const builder = new CatalogueBuilder();
let reader = new CounterReader();

parentPort!.on('message', (message: BuildMessage) => {
  const product = take(message);
  parentPort!.postMessage(product, product === null ? [] : transferables(product));
});

function take(message: BuildMessage): object | null {
  if (message === 'finish') return finish();
  if ('rows' in message) {
    builder.addChunk(message.rows);
  }
  if ('titleOrder' in message) {
    builder.addTitleOrder(Int32Array.from(message.titleOrder.split(','), Number));
  }
  if ('translations' in message) {
    builder.addTranslations(message.translations);
  }
  if ('counters' in message) {
    if (counted === null) {
      builder.addCounters(message.counters);
    } else {
      reader.addChunk(message.counters);
    }
  }
  return null;
}

function finish(): object {
  if (counted === null) return builder.finish();
  const columns = reader.columns();
  reader = new CounterReader();
  return counterData(counted, columns);
}
