import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real comics that may lie beside the checkout, with what each must give; a clone has none. */
export const SAMPLES = fileURLToPath(new URL('../../../shared/samples/', import.meta.url));
const manifest = `${SAMPLES}MANIFEST.json`;
const hasSamples = existsSync(manifest);

/** The manifest's entry of each sample; nothing where there are none. */
export function sampleItems<Item>(): Item[] {
  return hasSamples ? (JSON.parse(readFileSync(manifest, 'utf8')) as { items: Item[] }).items : [];
}

/** How a test is run that needs something which not every machine has: where it is missing, as one that was skipped, by its name. */
export const where = (isThere: boolean) => ({ skip: !isThere });

/** How a test is run that reads the samples. */
export const withSamples = where(hasSamples);
