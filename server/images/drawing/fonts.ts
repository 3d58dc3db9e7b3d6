import { join } from 'node:path';

/** The folder of the fonts that pictures are lettered in. */
export const FONTS = join(import.meta.dirname, 'fonts');
