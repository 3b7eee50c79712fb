import { STARTED_SIGN_IN_MAX_AGE_SEC } from '@capture/contracts';

/** 256 bits in base64url. */
const BROWSER = /^[A-Za-z0-9_-]{43}$/;

/**
 * The cookie that ties a sign-in at an identity provider to the browser that began it. It signs nobody in. `Lax`, since the
 * browser comes back from another site.
 */
export class StartedSignInCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-capture-started' : 'capture_started';
    this.attributes = `Path=/; ${secure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax`;
  }

  /** What a `Cookie` header holds of it; undefined when there is none, or several. */
  browserIn(header: string | undefined): string | undefined {
    const pairs = (header ?? '').split(';').map((pair) => pair.trim());
    const [only, ...others] = pairs.filter((pair) => pair.startsWith(`${this.name}=`));
    const browser = only?.slice(this.name.length + 1) ?? '';
    return others.length === 0 && BROWSER.test(browser) ? browser : undefined;
  }

  /** The `Set-Cookie` value that stores it in a browser, or deletes it when it is empty. */
  setCookie(browser: string): string {
    const age = browser === '' ? 0 : STARTED_SIGN_IN_MAX_AGE_SEC;
    return `${this.name}=${browser}; Max-Age=${age}; ${this.attributes}`;
  }
}
