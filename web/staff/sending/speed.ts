/** How many bytes had arrived at a moment, in ms. */
export interface Sample {
  at: number;
  bytes: number;
}

/** Samples older than this say nothing of now, in ms. */
const WINDOW = 8000;
/** A shorter time says nothing yet, in ms. */
const LEAST = 1000;

/** The samples that still count, with the newest; fewer bytes than before (a file was taken out) begin anew. */
export function withSample(samples: readonly Sample[], now: Sample): Sample[] {
  if (now.bytes < (samples.at(-1)?.bytes ?? 0)) return [now];
  return [...samples.filter(({ at }) => at >= now.at - WINDOW), now];
}

/** Bytes a second over the samples; null while they are too few to say. */
export function transferSpeed(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  return first === undefined || last === undefined || last.at - first.at < LEAST
    ? null
    : (last.bytes - first.bytes) / ((last.at - first.at) / 1000);
}

/** Seconds that `bytes` take at a speed; null where nobody can say. */
export function secondsLeft(bytes: number, speed: number | null): number | null {
  return speed === null || speed <= 0 ? null : Math.ceil(bytes / speed);
}

/** Seconds as a number and its unit, so coarse as they are guessed. */
export function roundTime(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 90) return { value: Math.max(1, seconds), unit: 'second' };
  return seconds < 5400
    ? { value: Math.round(seconds / 60), unit: 'minute' }
    : { value: Math.round(seconds / 360) / 10, unit: 'hour' };
}
