import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, SiteCode } from '#contract/rendering.ts';
import type { App } from '#server/http/app-type.ts';
import { readAssets, type Asset } from './assets.ts';

/** Where pages and files of the site come from. */
export interface SiteSource {
  /** The code that pages are rendered with; in development the newest of each. `url` is the page's. */
  current(url: string): Promise<{ code: SiteCode; template: string; manifest: Manifest }>;
  /** A file the browser asks for. */
  asset(path: string): Asset | undefined;
  /** Whether pages may be kept and must follow the strict content policy. */
  built: boolean;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** The built site, read once. */
export async function builtSite(folder: string = join(root, 'build')): Promise<SiteSource> {
  const assets = readAssets(join(folder, 'client'));
  const template = readFileSync(join(folder, 'client', 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(folder, 'client', '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const code = (await import(pathToFileURL(join(folder, 'server', 'render.js')).href)) as SiteCode;
  return { built: true, asset: (path) => assets.get(path), current: async () => ({ code, template, manifest }) };
}

/** The site as Vite serves it while it is worked on: every change shows at once. */
export async function liveSite(app: App): Promise<SiteSource> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: app.server } },
    logLevel: 'warn',
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|health|metrics|blobs)\b/.test(request.url)) {
      done();
      return;
    }
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
  return {
    built: false,
    asset: () => undefined,
    async current(url) {
      const template = await vite.transformIndexHtml(url, readFileSync(join(root, 'index.html'), 'utf8'));
      const code = (await vite.ssrLoadModule('/web/app/render.tsx')) as SiteCode;
      return { code, template, manifest: {} };
    },
  };
}
