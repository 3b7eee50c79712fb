import { CliFailure, EXIT } from '../command/failure.js';

const NEXT_BY_CODE: Record<string, string> = {
  unauthorized:
    'Check what the command signs in with: CAPTURE_KEY for the API of an organization, CAPTURE_OPERATOR_TOKEN for operators.',
  not_found: 'Check the ids; "org list" and "key list" show those that exist.',
  invalid_input: 'Correct the option that is named; add --help to see what it takes.',
  service_unavailable: 'Wait a moment, then run the same command again.',
  internal: 'Quote the request id to whoever runs the instance; its log has the cause.',
};

/** Short name of what went wrong in a fetch: the system's code where there is one. */
export function causeOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

/** @throws CliFailure when nobody answers at that address. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { origin } = new URL(url);
    const next = `Check that the instance runs and that ${origin} is its address (CAPTURE_URL, CAPTURE_PORT, CAPTURE_OPERATOR_URL).`;
    const message = `${origin} does not answer (${causeOf(error)}).`;
    throw new CliFailure(EXIT.unreachable, 'unreachable', message, next);
  }
}

/** How long a refusal asks to wait, in ms; undefined when it does not say. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(seconds, 0) * 1000 : undefined;
}

/** The value that a text says; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the operator sees of an answer that refuses; `body` is a problem document (RFC 9457), or anything else. */
export function refusal(status: number, body: unknown): CliFailure {
  const problem = (body ?? {}) as { code?: string; detail?: string; requestId?: string };
  const code = problem.code ?? `http_${status}`;
  const detail = problem.detail ?? `The instance answered ${status} without saying why.`;
  const request = problem.requestId ? ` (request ${problem.requestId})` : '';
  const next = NEXT_BY_CODE[code] ?? 'Change what the message names, then run the command again.';
  return new CliFailure(EXIT.refused, code, `${detail}${request}`, next);
}
