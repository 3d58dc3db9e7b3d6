import type { TrackerName } from '#contract/trackers.ts';
import type { Trackers } from '#server/config/trackers.ts';
import { createAnilist } from './anilist.ts';
import { createMal } from './mal.ts';
import { createKitsu } from './kitsu.ts';
import { createMangaUpdates } from './manga-updates.ts';
import type { TrackerClient } from './tracker.ts';

const CLIENTS: { [Name in TrackerName]: (settings: Trackers[Name]) => TrackerClient } = {
  anilist: createAnilist,
  mal: createMal,
  kitsu: createKitsu,
  mangaupdates: createMangaUpdates,
};

/** The client of a tracker, with what the site's operator says of it. */
export function clientFor<Name extends TrackerName>(settings: Trackers, service: Name): TrackerClient {
  return CLIENTS[service](settings[service]);
}
