import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './generated/api.ts';
import type { UploadedFile, UploadOptions } from './upload-options.ts';

/** The methods of the API. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that take a method. */
export type PathFor<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Key in M]: { responses: unknown } } ? Path : never;
}[keyof paths];

/** The answer of a call; undefined where it has none. */
export type Answer<M extends Method, Path extends PathFor<M>> = Present<
  FetchResponse<paths[Path][M] & Record<string, unknown>, object, `${string}/${string}`>['data']
>;

type Present<Data> = [Exclude<Data, undefined>] extends [never] ? undefined : Exclude<Data, undefined>;

/** The things a call is sent: `params` (`path`, `query`) and `body`, besides the options of `fetch`. */
export type Init<M extends Method, Path extends PathFor<M>> = MaybeOptionalInit<paths[Path], M>;

/** The last argument of a call, which may be left out where nothing in it is needed. */
export type Arguments<Given> = undefined extends Given ? [init?: Given] : [init: Given];

/** Calls a path by a method. @throws ApiProblem for every answer that is a refusal; what `fetch` throws where there is none. */
export type Call<M extends Method> = <Path extends PathFor<M>>(
  path: Path,
  ...init: Arguments<Init<M, Path>>
) => Promise<Answer<M, Path>>;

/** The paths of lists that come in pages. */
export type ListPath = {
  [Path in PathFor<'get'>]: Answer<'get', Path> extends { data: readonly unknown[]; last_page: number } ? Path : never;
}[PathFor<'get'>];

/** One thing of a list. */
export type Item<Path extends ListPath> = Answer<'get', Path> extends { data: readonly (infer One)[] } ? One : never;

/** A site, to be called. */
export interface KomawariClient {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** Everything of a list, page by page, which are fetched as they are needed. `page` of the query is where it begins. */
  each<Path extends ListPath>(path: Path, ...init: Arguments<Init<'get', Path>>): AsyncGenerator<Item<Path>, void>;
  /**
   * Uploads archives or pages and publishes them, or keeps them as drafts; needs a key with the scope `uploads`.
   * A file that was cut off on the way goes on where it stopped.
   *
   * @throws ApiProblem where the site refuses them.
   */
  upload(files: readonly UploadedFile[], options: UploadOptions): Promise<UploadResult>;
}

/** An upload as the site has it in the end: `works` are what became of it, `error` why it is still open. */
export type UploadResult = Answer<'get', '/api/admin/uploads/{id}'>;
