import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { SiteCode } from '#contract/rendering.ts';
import type { SiteSource } from '../http/site-source.ts';

const root = join(import.meta.dirname, '..', '..');

/** The real site from its sources, without a build before: rendered, kept and guarded as the built one is. */
export async function sourceSite(): Promise<SiteSource & { close(): Promise<void> }> {
  const vite = await createServer({ root, server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true }, logLevel: 'error' });
  const code = (await vite.ssrLoadModule('/web/render.tsx')) as SiteCode;
  const template = readFileSync(join(root, 'index.html'), 'utf8');
  return { built: true, asset: () => undefined, current: async () => ({ code, template, manifest: {} }), close: () => vite.close() };
}
