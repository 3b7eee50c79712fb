import type { ServiceName } from './services.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RowBase {
  method: Method;
  /** Below `{base}/api`, parameters in braces as the specification writes them. */
  path: `/${string}`;
  service: ServiceName;
}

export type Call = `${Method} /${string}`;

export function base(call: Call, service: ServiceName): RowBase {
  const [method, path] = call.split(' ') as [Method, `/${string}`];
  return { method, path, service };
}
