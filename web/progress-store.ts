import { readProgress, type Progress } from './progress.ts';
import { stored } from './stored.ts';

/** Where this browser left off in every comic it read. */
export const progressStore = stored<Progress>('komawari.progress', readProgress);
