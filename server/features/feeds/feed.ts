/** A list of what is new, as Atom and RSS alike write it. Addresses are absolute. */
export interface Feed {
  /** Never changes (RFC 4151). */
  id: string;
  title: string;
  subtitle: string;
  language: string;
  /** The page that shows the same. */
  page: string;
  icon: string;
  /** Of this part and of its neighbours (RFC 5005). */
  links: readonly { rel: 'self' | 'first' | 'previous' | 'next' | 'last'; href: string }[];
  /** When the newest of its entries changed. */
  updated: Date;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  published: Date;
  updated: Date;
  /** Plain text; empty where there is none. */
  summary: string;
  authors: readonly string[];
  categories: readonly { term: string; label: string }[];
  /** Of works for everyone alone. */
  cover: { url: string; type: string; bytes: number; width: number; height: number } | null;
}
