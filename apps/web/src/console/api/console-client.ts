import type { paths } from './generated/console-api.js';

/** Calls of the console's API. Paths, bodies and answers have the types of its published document. */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Path = keyof paths;
type MethodOf<P extends Path> = { [M in Method]: paths[P][M] extends object ? M : never }[Method];
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
type Sent<T> = T extends { requestBody: infer R }
  ? Json<R>
  : T extends { requestBody?: infer R }
    ? Json<R>
    : never;
type Got<T> = T extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202 | 204)]> : never;
type Query<T> = T extends { parameters: { query?: infer Q } } ? Q : never;

export type Answer<P extends Path, M extends MethodOf<P>> = Got<paths[P][M]>;
export type Body<P extends Path, M extends MethodOf<P>> = NonNullable<Sent<paths[P][M]>>;

/** Of the refusal of a page whose browser has entered another organization. */
export const OTHER_ORGANIZATION = 'other_organization';
let shownOrganization: string | undefined;

/** From now on calls go through for this organization alone; for the sign-in's own until one was shown. */
export function showOrganization(id: string): void {
  shownOrganization = id;
}

export function isShown(id: string): boolean {
  return shownOrganization === id;
}

/** Headers of every call for what the page shows. */
export function shownHeaders(): Record<string, string> {
  return shownOrganization === undefined ? {} : { 'x-capture-organization': shownOrganization };
}

interface CallOptions<P extends Path, M extends MethodOf<P>> {
  /** What stands in the path's braces. */
  at?: Record<string, string>;
  query?: Query<paths[P][M]>;
  body?: Sent<paths[P][M]>;
  /** Whichever organization the sign-in is of: about the person. */
  ofAny?: boolean;
}

/** A call that was refused, or did not reach the server (`network`, status 0). */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';

  constructor(
    readonly status: number,
    /** `code` of the server's problem, or `network`. */
    readonly code: string,
    message: string,
    /** The refused field of the body. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** @throws ConsoleError */
export async function call<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  options: CallOptions<P, M> = {},
): Promise<Answer<P, M>> {
  const response = await fetch(addressOf(path, options.at, options.query), {
    method: method.toUpperCase(),
    cache: 'no-store',
    headers: {
      ...(!options.ofAny && shownHeaders()),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  }).catch((): never => {
    throw new ConsoleError(0, 'network', 'The server did not answer.');
  });
  const answer = await readJson(response);
  if (response.ok) return answer as Answer<P, M>;
  throw problemOf(response.status, answer);
}

function addressOf(path: string, at: Record<string, string> = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(at[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Undefined for an empty answer, and for a page that something in between sent instead. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch {
    return undefined;
  }
}

function problemOf(status: number, answer: unknown): ConsoleError {
  const problem = (answer ?? {}) as { code?: string; detail?: string; title?: string; field?: string };
  const message = problem.detail ?? problem.title ?? `The server answered ${status}.`;
  return new ConsoleError(status, problem.code ?? 'network', message, problem.field);
}
