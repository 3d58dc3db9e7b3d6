import { useRouteLoaderData } from 'react-router';
import type { Ad, AdSpot } from '#contract/ads.ts';
import type { Gate } from '#contract/rendering.ts';
import type { SitePageLink } from '#contract/site-pages.ts';
import type { Feature, SiteConfig } from '#contract/site.ts';

/** The facts of an ad that decide where it stands; its code runs elsewhere. `asks`: only to those who have agreed to ads. */
export type PlacedAd = Pick<Ad, 'id' | 'pages' | 'ratings' | 'device' | 'weight'> & { asks?: true };

/** The data every page has: loaded once, with the first page. */
export interface RootData {
  site: SiteConfig;
  /** The beginning of absolute addresses; no slash at the end. */
  origin: string;
  /** Whether every rating is listed to this visitor. */
  nsfw: boolean;
  /** The age check before explicit works; left out where there is none. */
  gate?: Gate;
  /** The ads of every spot that has some. */
  ads: Partial<Record<AdSpot, PlacedAd[]>>;
  /** Whether anything of this page may come from others, or be told to them. */
  outside?: true;
  /** The pages of the operator. */
  pages: readonly SitePageLink[];
  /** The query of the first page as the server read it: without what no page knows. */
  search: string;
}

/** The route whose loader answers `RootData`. */
export const ROOT_ROUTE = 'root';

/** The data every page has. */
export function useRootData(): RootData {
  return useRouteLoaderData(ROOT_ROUTE) as RootData;
}

/** Whether somebody new can get an account, here or by the word of a provider. */
export function useCanRegister(): boolean {
  const { features, signIn } = useSite();
  const isOpen = features.includes('register') && signIn.passwords;
  return isOpen || signIn.proxy?.register === true || signIn.providers.some(({ register }) => register);
}

/** The configuration of the site. */
export function useSite(): SiteConfig {
  return useRootData().site;
}

/** Whether the site has a feature. */
export function useFeature(feature: Feature): boolean {
  return useSite().features.includes(feature);
}

/** Whether the site may list works that are not rated safe. */
export function useListsAdults(): boolean {
  const { features, nsfw } = useSite();
  return nsfw || features.includes('nsfw');
}

/** Whether visitors can switch works for adults on: the site lets them, or lists such by itself once the age check is passed. */
export function useCanToggleNsfw(): boolean {
  const { site, gate } = useRootData();
  return site.features.includes('nsfw') || (site.nsfw && gate?.passed === false);
}
