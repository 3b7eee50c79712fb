import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the token of a capability call is unknown: its service judges it. Takes the status of the answer. */
    trial?: (status: number) => Promise<void>;
  }
}

export type Judgement = 'works' | 'fails' | 'undecided';

/**
 * What a service's answer says of a token that it was sent. Services judge tokens before anything else of a call could
 * conflict, so a missing right, a conflict or a cap proves a token right. Every other refusal may have come before that.
 */
function judgementOf(status: number): Judgement {
  if (status >= 500) return 'undecided';
  if ((status >= 100 && status < 300) || [403, 409, 410, 429].includes(status)) return 'works';
  return 'fails';
}

/** Judges once: by the status of the answer, or as a failure when the caller leaves while there is none yet. */
export function onceAnswered(
  reply: FastifyReply,
  judge: (judgement: Judgement) => Promise<void>,
): (status: number) => Promise<void> {
  let judged: Promise<void> | undefined;
  const settle = (judgement: Judgement): Promise<void> => (judged ??= judge(judgement));
  // Who has left by now is not forwarded for: nobody judges the token, and no event of the connection comes any more.
  if (reply.raw.destroyed) void settle('undecided');
  else reply.raw.once('close', () => void settle('fails'));
  return (status) => settle(judgementOf(status));
}

/** A hook: the answer to a call with an unknown token says whether it works. */
export function judgeToken(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error | null) => void,
): void {
  if (!request.trial) return done();
  request.trial(reply.statusCode).then(() => done(), done);
}
