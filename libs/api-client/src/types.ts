import type { components, paths } from './generated/api.js';

/** Bodies and answers of the API by the names of its reference. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P][M];

type PathParameters<O> = O extends { parameters: { path: infer T } } ? T : never;
type Query<O> = O extends { parameters: { query?: infer T } } ? NonNullable<T> : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer T } } }
  ? T
  : O extends { requestBody?: { content: { 'application/json': infer T } } }
    ? Partial<T>
    : never;

/** One option, left out where the operation has no such thing, optional where nothing in it is required. */
type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** What a call of the operation takes, beside its method and path. */
export type CallOptions<O> = CommonOptions &
  Part<'path', PathParameters<O>> &
  Part<'query', Query<O>> &
  Part<'body', Body<O>>;

export interface CommonOptions {
  /** For POST: under the same key the effect happens once. Without one, each call makes a key of its own. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Optional where the operation needs nothing. */
export type Options<O> =
  Record<never, never> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

type Success = 200 | 201 | 202 | 204;

/** Body of a successful answer; undefined where there is none. */
export type Answer<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & Success]: R[S] extends { content: { 'application/json': infer T } } ? T : undefined;
    }[keyof R & Success]
  : never;

interface Page {
  data: unknown[];
  nextCursor: string | null;
}

/** Paths that answer pages. */
export type ListPath = {
  [P in PathOf<'get'>]: Answer<Operation<'get', P>> extends Page ? P : never;
}[PathOf<'get'>];

/** Type of a list's items. */
export type Item<P extends ListPath> = Answer<Operation<'get', P>> extends { data: (infer T)[] } ? T : never;
