/** Longest a chunk of code may take to come, in milliseconds. */
const CHUNK_TIME_OUT = 120_000;

/** A chunk that is being imported. @throws Error named `ChunkLoadError` when it has not come after 120 seconds. */
export function withTimeout<Chunk>(chunk: Promise<Chunk>): Promise<Chunk> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(Object.assign(new Error('timeout'), { name: 'ChunkLoadError' })),
      CHUNK_TIME_OUT,
    );
    chunk.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
