import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, ShouldRevalidateFunction } from 'react-router';
import type { AdPage } from '#contract/ads.ts';
import type { Rating } from '#contract/comics.ts';
import type { PageHead, HeadContext } from './head.ts';

/** The arguments of a page's loader: `request`, the route's `params`, and which route it is (for pages that serve several). */
export interface LoaderArgs extends Pick<LoaderFunctionArgs, 'request' | 'params'> {
  /** The route's id in `routes.tsx`: `tags` … on indexes of terms, `tag` … on the pages of terms. */
  route: string;
}

/** The props of a page's component: what its loader answered, and which route it is. */
export interface PageProps<Data> {
  data: Data;
  route: string;
}

/** The facts of a page that ads go by: its kind, and its rating where it has one of its own. */
export interface AdPlace {
  page: AdPage;
  rating?: Rating;
}

/**
 * The exports of a file in `pages/`. `loader` reads the API by `apiGet(path, { request, params })`; a failed call becomes the
 * 404 or the error page. `Bar` is what the sticky bar shows, after its button back to the top, once the page is scrolled
 * 60 px. `frame: 'bare'`: the page brings its own header and `<main>`, and has no footer. `shouldRevalidate` says when a
 * change of address needs the loader again; without it, every change of path or query does. `isPersonal` says of what a
 * guest gets that a member may get something else (a premium comic): it is read anew once a member's page is there.
 * `ads` says what kind of page it is to ads, and how it is rated where that is not what the visitor lists; without it the
 * page has none. `prepare` fetches what of the page's code only some data need, before the page is shown with it.
 */
export interface PageModule<Data = unknown> {
  loader?: (args: LoaderArgs) => Promise<Data> | Data;
  Page: ComponentType<PageProps<Data>>;
  head?: (data: Data, context: HeadContext) => PageHead;
  Bar?: ComponentType<PageProps<Data>>;
  frame?: 'bare';
  shouldRevalidate?: ShouldRevalidateFunction;
  isPersonal?: (data: Data) => boolean;
  prepare?: (data: Data) => Promise<void>;
  ads?: (data: Data) => AdPlace;
}

/** How the shell treats a route. */
export interface RouteHandle {
  head: PageModule<never>['head'];
  Bar: ComponentType<PageProps<never>> | undefined;
  frame: 'bare' | undefined;
  isPersonal: PageModule<never>['isPersonal'];
  prepare: PageModule<never>['prepare'];
  ads: PageModule<never>['ads'];
}
