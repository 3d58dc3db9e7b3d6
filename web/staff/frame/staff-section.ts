import type { ComponentType } from 'react';

/** What an address of a section asks for: `/admin/<section>/<id>/<tab>?<query>`. */
export interface SectionArgs {
  request: Request;
  id: string | null;
  tab: string | null;
  query: URLSearchParams;
}

/** What a section's component gets. */
export interface SectionProps<Data> extends Omit<SectionArgs, 'request'> {
  data: Data;
}

/** What the file of a section exports: what it reads before it is shown, in the browser alone, and how it shows it. */
export interface SectionModule<Data> {
  load(args: SectionArgs): Promise<Data>;
  Section: ComponentType<SectionProps<Data>>;
}
