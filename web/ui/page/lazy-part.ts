import { lazy, type ComponentType } from 'react';

/** A part of the page whose code is fetched when it is first shown. A page is whole without what could not be fetched. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}
