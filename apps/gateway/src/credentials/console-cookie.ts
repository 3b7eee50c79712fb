import { SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';

/** 256 bits in base64url; anything else is refused without asking the accounts service. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie of a console sign-in, the only one that signs anybody in. Scripts cannot read it, and browsers send it only with
 * requests from our own pages. Over https its prefix makes browsers refuse it from other hosts and from plain http
 * (RFC 6265bis).
 */
export class ConsoleCookie {
  readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-capture' : 'capture_console';
    this.attributes = `Path=/; ${secure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`;
  }

  /** The token in a `Cookie` header; undefined when it holds none, or several different ones. */
  tokenIn(header: string | undefined): string | undefined {
    const pairs = (header ?? '').split(';').map((pair) => pair.trim());
    const values = pairs.filter((pair) => pair.startsWith(`${this.name}=`));
    const [token = '', ...others] = new Set(values.map((pair) => pair.slice(this.name.length + 1)));
    return others.length === 0 && TOKEN.test(token) ? token : undefined;
  }

  /** The `Set-Cookie` value that stores `token` in a browser, or deletes the cookie when `token` is empty. */
  setCookie(token: string): string {
    return `${this.name}=${token}; Max-Age=${token === '' ? 0 : SIGN_IN_MAX_AGE_SEC}; ${this.attributes}`;
  }
}
