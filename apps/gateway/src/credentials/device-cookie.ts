import { DEVICE_MAX_AGE_SEC } from '@capture/contracts';

/** A random id and its proof, both 256 bits in base64url. */
const DEVICE = /^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/;

/**
 * The cookie by which a browser is known to have signed its person in before. It signs nobody in: it keeps a person's own
 * browser from being held back for wrong passwords that others try.
 */
export class DeviceCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(publicUrl: string) {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? '__Host-capture-device' : 'capture_device';
    this.attributes = `Max-Age=${DEVICE_MAX_AGE_SEC}; Path=/; ${secure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax`;
  }

  /** The device in a `Cookie` header; undefined when there is none, or several. */
  deviceIn(header: string | undefined): string | undefined {
    const pairs = (header ?? '').split(';').map((pair) => pair.trim());
    const [only, ...others] = pairs.filter((pair) => pair.startsWith(`${this.name}=`));
    const device = only?.slice(this.name.length + 1) ?? '';
    return others.length === 0 && DEVICE.test(device) ? device : undefined;
  }

  /** The `Set-Cookie` value that stores `device` in a browser. */
  setCookie(device: string): string {
    return `${this.name}=${device}; ${this.attributes}`;
  }
}
