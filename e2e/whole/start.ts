import start from '../start.ts';
import { SITES_WITHOUT } from './without.ts';

/** The site of the browser tests, and one for each thing that a site can lack. */
export default function startWhole(): Promise<() => Promise<void>> {
  return start(undefined, SITES_WITHOUT);
}
