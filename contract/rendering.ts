import type { AgeMode } from './age.ts';
import type { Locale } from './locales.ts';
import type { SiteConfig } from './site.ts';

/** The age check before explicit works: how it is passed, who checks where a provider does, and whether this visitor has passed. */
export interface Gate {
  mode: Exclude<AgeMode, 'off'>;
  provider: string;
  passed: boolean;
}

/** How a page made on the server reaches the API, and what is known about the page already. */
export interface ServerSide {
  site: SiteConfig;
  /** The beginning of absolute addresses; no slash at the end. */
  origin: string;
  locale: Locale;
  /** Whether every rating is listed. */
  nsfw: boolean;
  /** The gate before explicit works; left out where nothing does. */
  gate?: Gate;
  /** Calls the API in process; `path` begins with `/api`. The answer's values are those of its JSON, and not to be changed. */
  get(path: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }>;
}

/** Vite's manifest of the built site: source file → chunk. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

/** The options a page is rendered with. */
export interface RenderOptions extends ServerSide {
  /** `index.html` as built. */
  template: string;
  /** Empty in development, where Vite loads what is needed. */
  manifest: Manifest;
  /** The token state-changing calls of this page carry. */
  csrf: string;
}

/** A whole page, or where to go instead. `failure` is what was thrown unexpectedly while it was made; the page then says so. */
export interface RenderedPage {
  /** The document up to the end of its head, without `</head>`. */
  head: string;
  /**
   * The rest of it, in pieces: joined, a page with a few letters beyond Latin-1 would take twice as long to write as bytes. What every
   * page has is in bytes already.
   */
  body: readonly (string | Uint8Array)[];
  status: number;
  location?: string;
  /** The pattern of its route (`/:lang/comic/:slug`), for those who watch the site; left out where it leads elsewhere. */
  pattern?: string;
  /** Whether it is about an explicit work. */
  adult?: boolean;
  failure?: unknown;
}

/**
 * Makes the page at `request.url`, whose first path part must be a locale: the anonymous view, the same for every
 * visitor with the same locale and rating. A page whose data could not be had is made too, with the API's status.
 */
export type Render = (request: Request, options: RenderOptions) => Promise<RenderedPage>;

/** The functions the built site offers the server. */
export interface SiteCode {
  render: Render;
}
