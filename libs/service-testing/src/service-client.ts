import { PRINCIPAL_HEADER, type Principal } from '@capture/contracts';
import { CallVoucher, type Clock } from '@capture/platform';
import { PRINCIPAL_ENV, PRINCIPAL_SIGNING_KEY } from '@capture/testing';
import request from 'supertest';

/** Address of a caller, unless a test says otherwise (RFC 5737). */
export const CALLER_IP = '203.0.113.7';

/** Settings that every service under test needs. */
export const testEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  ...PRINCIPAL_ENV,
  LOG_LEVEL: 'silent',
});

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** Null sends no principal at all. */
  principal?: Principal | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, as JSON, instead of `body`. */
  raw?: string;
  headers?: Record<string, string>;
  ip?: string;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string>;
  /** The body as it came. */
  text: string;
  /** The body as JSON; null when there is none or it is something else. */
  body: T;
}

const isJson = (type: unknown): boolean => /^application\/(\w+\+)?json/.test(String(type));

/** Calls one service over HTTP as the gateway does: with the caller in a signed header. */
export class ServiceClient {
  private readonly voucher = new CallVoucher(PRINCIPAL_SIGNING_KEY);

  constructor(
    /** Name of the service, which it asks every header for. */
    private readonly service: string,
    /** Base URL of the running service, asked for with every call. */
    private readonly url: () => string,
    private readonly clock: Clock,
    private readonly defaultPrincipal: Principal | null = null,
  ) {}

  /** The header by which the gateway says who is calling. */
  sign(principal: Principal, ip = CALLER_IP): Record<string, string> {
    const call = { principal, ip };
    return { [PRINCIPAL_HEADER]: this.voucher.sign(call, this.service, this.clock.now()) };
  }

  async call<T = Record<string, unknown>>(
    method: Method,
    path: string,
    { principal = this.defaultPrincipal, body, raw, headers = {}, ip }: CallOptions = {},
  ): Promise<Answer<T>> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const verb = method.toLowerCase() as Lowercase<Method>;
    const server = request(this.url());
    const sent = server[verb](path)
      .set({
        ...(principal ? this.sign(principal, ip) : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      })
      .buffer(true)
      // The text as it came: superagent would parse and lose it.
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
      });
    const response = await (payload === undefined
      ? sent
      : sent.serialize((text) => String(text)).send(payload));
    const text = response.body as unknown as string;
    return {
      status: response.status,
      headers: response.headers as Record<string, string>,
      text,
      body: (text === '' || !isJson(response.headers['content-type']) ? null : JSON.parse(text)) as T,
    };
  }
}
