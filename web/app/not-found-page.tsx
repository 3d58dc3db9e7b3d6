import { ApiFailure } from '#web/platform/api/api.ts';

/** No page is at this address: the answer is 404. */
export function loader(): never {
  throw new ApiFailure(404, '', null);
}

/** Never shown: the error page is. */
export function Page(): null {
  return null;
}
