import type { paths } from './generated/operator-api.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P][M];

/** Text from the command line stands for a word of an enum: the instance checks which words there are. */
type Unchecked<T> = T extends string ? string : T extends object ? { [K in keyof T]: Unchecked<T[K]> } : T;

type Parameters<O, In extends 'path' | 'query'> = O extends { parameters: { [I in In]?: infer T } }
  ? Unchecked<NonNullable<T>>
  : never;

type BodyOf<O> = O extends { requestBody?: infer R }
  ? [NonNullable<R>] extends [never]
    ? never
    : NonNullable<R> extends { content: { 'application/json': infer T } }
      ? Unchecked<T>
      : never
  : never;

/** One member, left out where the operation has no such thing. */
type Part<Name extends string, T> = [T] extends [never] ? unknown : { [N in Name]: T };

/** What a call takes, beside its method and path. A list takes neither `limit` nor `cursor`: it is read to its end. */
export type Call<O> = Part<'path', Parameters<O, 'path'>> &
  Part<'body', BodyOf<O>> & { query?: Omit<Parameters<O, 'query'>, 'limit' | 'cursor'> };

type Success = 200 | 201 | 202 | 204;

/** Body of a successful answer; undefined where there is none. */
export type Answer<O> = O extends { responses: infer R }
  ? {
      [S in keyof R & Success]: R[S] extends { content: { 'application/json': infer T } } ? T : undefined;
    }[keyof R & Success]
  : never;

/** Paths that answer pages. */
export type ListPath = {
  [P in PathOf<'get'>]: Answer<Operation<'get', P>> extends { data: unknown[]; nextCursor: string | null }
    ? P
    : never;
}[PathOf<'get'>];

/** What a list holds. */
export type Item<P extends ListPath> = Answer<Operation<'get', P>> extends { data: (infer T)[] } ? T : never;
