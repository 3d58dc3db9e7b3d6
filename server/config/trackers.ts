import { z } from 'zod';
import { TRACKERS, type TrackerName } from '#contract/trackers.ts';
import { address } from './values.ts';

const text = () => z.string().trim().max(500).default('');
const url = (usual: string) =>
  address('https')
    .transform((given) => given.replace(/\/$/, ''))
    .default(usual);

/** `trackers` of the site's file. */
export const Trackers = z.strictObject({
  anilist: z
    .strictObject({
      clientId: text().describe('The id of this site at AniList; without it AniList is off.'),
      clientSecret: text().describe('The secret that belongs to it.'),
      url: url('https://anilist.co').describe('Where members are asked, and tokens are given.'),
      apiUrl: url('https://graphql.anilist.co').describe('Its API.'),
    })
    .prefault({})
    .describe('AniList. The redirect address to register there is `{url}/settings/trackers`.'),
  mal: z
    .strictObject({
      clientId: text().describe('The id of this site at MyAnimeList; without it MyAnimeList is off.'),
      clientSecret: text().describe('The secret that belongs to it, where there is one.'),
      url: url('https://myanimelist.net').describe('Where members are asked, and tokens are given.'),
      apiUrl: url('https://api.myanimelist.net/v2').describe('Its API.'),
    })
    .prefault({})
    .describe('MyAnimeList. The redirect address to register there is `{url}/settings/trackers`.'),
  kitsu: z
    .strictObject({
      clientId: text().describe('The id of a client at Kitsu; without it Kitsu is off.'),
      clientSecret: text().describe('The secret that belongs to it.'),
      url: url('https://kitsu.app').describe('Where tokens are given; its API is below it.'),
    })
    .prefault({})
    .describe('Kitsu. Members sign in with their name and password there.'),
  mangaupdates: z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether members can join MangaUpdates, which needs no keys.'),
      url: url('https://api.mangaupdates.com/v1').describe('Its API.'),
    })
    .prefault({})
    .describe('MangaUpdates. Members sign in with their name and password there.'),
  allowPrivate: z
    .boolean()
    .default(false)
    .describe('Whether trackers may be on this machine and in its network, and without encryption: for tests.'),
});
export type Trackers = z.infer<typeof Trackers>;

/** The trackers that members of a site can join: those with keys, where the site has shelves. */
export function enabledTrackers({
  features,
  trackers,
}: {
  features: readonly string[];
  trackers: Trackers;
}): TrackerName[] {
  if (!features.includes('shelves')) return [];
  return TRACKERS.filter((service) =>
    service === 'mangaupdates' ? trackers.mangaupdates.enabled : trackers[service].clientId !== '',
  );
}
