import { addressForm, isStorable, ScimRefusal } from '@capture/contracts';

/** Which people a list is of; all without a member. */
export interface UserFilter {
  /** In its one form, or as it was given where it has none: nobody has that. */
  email?: string;
  externalId?: string;
}

/** A page of a list (RFC 7644, 3.4.2.4). */
export interface UserPage {
  /** Counts from 1. */
  startIndex: number;
  count: number;
}

const MOST_USERS = 100;
/** `userName eq "…"`: names and operators in any case, the value as JSON writes a text. */
const EQUALS = /^\s*([\w:.]{1,100})\s+eq\s+("(?:[^"\\]|\\.){0,1000}")\s*$/i;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:user:';

/** @throws ScimRefusal `invalidFilter` for every other filter than equality of `userName` or `externalId` */
export function filterOf(text: unknown): UserFilter {
  if (text === undefined) return {};
  const [, path = '', quoted = ''] = (typeof text === 'string' && EQUALS.exec(text)) || [];
  const value = unquoted(quoted);
  const lower = path.toLowerCase();
  const attribute = lower.startsWith(CORE) ? lower.slice(CORE.length) : lower;
  if (value !== undefined && attribute === 'username') return { email: addressForm(value) ?? value };
  if (value !== undefined && attribute === 'externalid') return { externalId: value };
  throw new ScimRefusal('invalidFilter', 'Filters are userName eq "…" and externalId eq "…", one at a time.');
}

function unquoted(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' && isStorable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is below the bounds counts as the bound, as RFC 7644 wants it; without `count` it is the most. */
export function pageOf({ startIndex, count }: Record<string, unknown>): UserPage {
  return {
    startIndex: Math.max(1, wholeNumber('startIndex', startIndex, 1)),
    count: Math.min(MOST_USERS, Math.max(0, wholeNumber('count', count, MOST_USERS))),
  };
}

/** @throws ScimRefusal `invalidValue` */
function wholeNumber(name: string, text: unknown, without: number): number {
  if (text === undefined) return without;
  if (typeof text === 'string' && /^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimRefusal('invalidValue', `${name} must be a whole number.`);
}
