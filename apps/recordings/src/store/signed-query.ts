import { keyedHash, sameBytes } from '@capture/platform';

/**
 * Query strings that carry their own authority: every parameter is covered by an HMAC-SHA256, together with the
 * purpose and the path they were made for, so that none can be changed, added or used elsewhere.
 */
export class SignedQuery {
  constructor(
    private readonly secret: string,
    private readonly purpose: string,
  ) {}

  /** `a=1&b=2&signature=…`; parameters are sorted by name. */
  sign(path: string, parameters: Record<string, string | number>): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.append(name, String(value));
    query.sort();
    query.append('signature', this.mac(path, query.toString()));
    return query.toString();
  }

  /** The parameters, or undefined when anything about them or the path differs from what was signed. */
  verify(path: string, queryText: string): Map<string, string> | undefined {
    const query = new URLSearchParams(queryText);
    const signatures = query.getAll('signature');
    query.delete('signature');
    query.sort();
    const matches = sameBytes(signatures[0] ?? '', this.mac(path, query.toString()));
    return matches && signatures.length === 1 ? new Map(query) : undefined;
  }

  private mac(path: string, query: string): string {
    return keyedHash(this.secret, `${this.purpose}\n${path}\n${query}`, 'base64url');
  }
}
