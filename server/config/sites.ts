import type { Config } from './config.ts';
import type { Site } from './site-file.ts';

/** Finds the site that a host name belongs to. */
export interface Sites {
  /** The site of a `Host` header, with or without a port or the dot of a full name; the default site where no other claims it. */
  of(host: string | undefined): Site;
  /** The site with this id; the default site where there is none, or none any more. */
  named(id: string | null | undefined): Site;
  readonly all: readonly Site[];
}

/** Whether any site has groups: what members bring and hear of is shown on all of them. */
export function hasGroups({ site, sites }: Pick<Config, 'site' | 'sites'>): boolean {
  return [site, ...sites].some(({ features }) => features.includes('groups'));
}

/** The sites of a configuration, by host name, as they are now: what is set in the page replaces a site, and keeps its id and its hosts. */
export function createSites(config: Pick<Config, 'site' | 'sites'>): Sites {
  // The host of an address that pages are given out with leads to their site, too; a name in `hosts` wins.
  const ofUrl = (site: Site) => (site.url === '' ? [] : [new URL(site.url).hostname]);
  const byHost = new Map(
    [
      ...config.sites.map((site) => [site.id, ofUrl(site)] as const),
      ...config.sites.map((site) => [site.id, site.hosts] as const),
    ].flatMap(([id, hosts]) => hosts.map((host) => [host.toLowerCase(), id] as const)),
  );
  const named = (id: string | null | undefined) => config.sites.find((site) => site.id === id) ?? config.site;
  return {
    named,
    of: (host) =>
      byHost.size > 0 ? named(byHost.get((host ?? '').toLowerCase().replace(/\.?(:\d+)?$/, ''))) : config.site,
    get all() {
      return [config.site, ...config.sites];
    },
  };
}
