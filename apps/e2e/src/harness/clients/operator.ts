/** The operator API: organizations and keys in any state. */
export class Operator {
  constructor(private readonly access: { operatorUrl: string; operatorToken: string }) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.access.operatorUrl}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.access.operatorToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /operator/v1${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async organization(plan: string, name: string = plan): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', '/orgs', { name, plan });
    return id;
  }

  async key(
    organizationId: string,
    fields: Record<string, unknown> = {},
  ): Promise<{ id: string; key: string }> {
    return this.call('POST', `/orgs/${organizationId}/keys`, {
      name: 'test',
      mode: 'live',
      scopes: ALL_SCOPES,
      ...fields,
    });
  }

  revoke(organizationId: string, keyId: string): Promise<unknown> {
    return this.call('POST', `/orgs/${organizationId}/keys/${keyId}/revoke`);
  }
}

export const ALL_SCOPES = [
  'recordings:read',
  'recordings:download',
  'recordings:delete',
  'usage:read',
  'capture_requests:read',
  'capture_requests:write',
  'sessions:read',
  'sessions:write',
  'webhooks:read',
  'webhooks:write',
];
