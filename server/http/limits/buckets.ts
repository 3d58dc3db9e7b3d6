/** Buckets of tokens (`token-bucket.ts`), each by its key. */
export interface Buckets {
  /**
   * Takes what something costs from a bucket, or nothing where it has too little.
   *
   * @param exact whether the count has to hold over all processes at once; else within a second or two.
   * @returns null when there was enough; else whole seconds until there is.
   */
  take(key: string, perMinute: number, cost: number, exact: boolean): number | null | Promise<number | null>;
}
