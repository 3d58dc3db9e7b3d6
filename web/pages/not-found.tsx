import { ApiFailure } from '../api.ts';
import { NotFound } from '../layout/not-found.tsx';

/** No page is at this address: the answer is 404. */
export function loader(): never {
  throw new ApiFailure(404, '', null);
}

export { NotFound as Page };
