import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { SiteCode } from '#contract/rendering.ts';
import type { SiteSource } from '#server/http/pages/site-source.ts';

const root = join(import.meta.dirname, '..', '..');

/** The parts of a route of the site that make its address. */
interface RouteNode {
  path?: string;
  index?: boolean;
  children?: RouteNode[];
}

/** The address of every page, as the router writes it (`/:lang/comic/:slug`). */
function listAddresses(routes: readonly RouteNode[], above: string): string[] {
  return routes.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`.replace('//', '/');
    return [...(path !== undefined || index ? [own] : []), ...listAddresses(children, own)];
  });
}

type SourceSite = SiteSource & { addresses(): Promise<string[]> };

/** Read once for all tests of this process: what it is made of does not change under them. */
let shared: Promise<SourceSite> | undefined;

/** The real site from its sources, without a build before: rendered, kept and guarded as the built one is. `addresses` are those of its pages. */
export function sourceSite(): Promise<SourceSite> {
  return (shared ??= readSite());
}

async function readSite(): Promise<SourceSite> {
  const vite = await createServer({
    root,
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  const code = (await vite.ssrLoadModule('/web/app/render.tsx')) as SiteCode;
  const template = readFileSync(join(root, 'index.html'), 'utf8');
  return {
    built: true,
    asset: () => undefined,
    current: async () => ({ code, template, manifest: {} }),
    addresses: async () =>
      listAddresses(((await vite.ssrLoadModule('/web/app/routes.tsx')) as { routes: RouteNode[] }).routes, ''),
  };
}
