import { domainToASCII } from 'node:url';
import { isEmail } from 'class-validator';
import { UNSEEN } from './text.js';

/** Characters by which the URL standard would read more than a name into a domain. */
const NOT_IN_DOMAIN = /[\s%:/?#[\]@\\<>^|]/;
/** A local part in quotes that need none: the same mailbox as without them. */
const NEEDLESSLY_QUOTED = /^"([^\s"(),:;<>@[\\\]]+)"$/;

/**
 * The one form in which an e-mail address is stored for comparison: NFC, lower case, the domain in ASCII (IDNA), the local
 * part without quotes. Undefined when `text` is no address or has characters that nobody sees.
 */
export function addressForm(text: string): string | undefined {
  if (text.length > 1000 || UNSEEN.test(text)) return undefined;
  const plain = text.normalize('NFC').toLowerCase().normalize('NFC');
  const at = plain.lastIndexOf('@');
  const [local, domain] = [plain.slice(0, at), plain.slice(at + 1)];
  if (at < 1 || NOT_IN_DOMAIN.test(domain)) return undefined;
  const address = `${NEEDLESSLY_QUOTED.exec(local)?.[1] ?? local}@${domainToASCII(domain)}`;
  return address.length <= 254 && !address.includes('"') && isEmail(address) ? address : undefined;
}

/** The form of an address that was validated before. @throws Error when it is none. */
export function requireAddressForm(text: string): string {
  const form = addressForm(text);
  if (form === undefined) throw new Error('not an e-mail address');
  return form;
}
