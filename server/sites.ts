import type { Config, Site } from './config.ts';

/** Finds the site that a host name belongs to. */
export interface Sites {
  /** The site of a `Host` header, with or without a port; the default site where no other claims it. */
  of(host: string | undefined): Site;
  all: readonly Site[];
}

/** The sites of a configuration, by host name. */
export function createSites(config: Pick<Config, 'site' | 'sites'>): Sites {
  const byHost = new Map(config.sites.flatMap((site) => site.hosts.map((host) => [host.toLowerCase(), site] as const)));
  return {
    of: (host) => byHost.get((host ?? '').toLowerCase().replace(/:\d+$/, '')) ?? config.site,
    all: [config.site, ...config.sites],
  };
}
