import type { ComponentType } from 'react';

/** The parts of the address of a section: `/admin/<section>/<id>/<tab>?<query>`. */
export interface SectionArgs {
  request: Request;
  id: string | null;
  tab: string | null;
  query: URLSearchParams;
}

/** The props of a section's component. */
export interface SectionProps<Data> extends Omit<SectionArgs, 'request'> {
  data: Data;
}

/** The exports of the file of a section: what it reads before it is shown, in the browser alone, and how it shows it. */
export interface SectionModule<Data> {
  load(args: SectionArgs): Promise<Data>;
  Section: ComponentType<SectionProps<Data>>;
}
