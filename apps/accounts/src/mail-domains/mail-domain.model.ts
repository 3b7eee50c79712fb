import { addressForm } from '@capture/contracts';

/** What a TXT record of a domain begins with; the rest is the claim's token. */
export const RECORD_PREFIX = 'capture-domain-verification=';

/** The most domains that an organization names. */
export const MOST_DOMAINS = 50;

const DAY_MS = 24 * 60 * 60_000;

/** How often a proven domain is looked up again. */
export const CHECKED_EVERY_MS = DAY_MS;
/** How long no answer of DNS counts as an outage rather than as a record that is gone. */
const SILENCE_MS = 7 * DAY_MS;
/** How long after its record is gone a domain still ties new identities. */
const LAPSES_AFTER_MS = 30 * DAY_MS;

/** A domain of mail that an organization says is its own, and what is known of that. */
export interface MailDomain {
  organizationId: string;
  /** In its one form. */
  domain: string;
  /** What its record has to say. It is published in DNS, so it is no secret. */
  token: string;
  /** The operator says that it is the organization's. */
  vouched: boolean;
  /** The domain again while it is the organization's, which one at most can have. */
  heldDomain: string | null;
  createdAt: Date;
  /** When its record was first seen. */
  provenAt: Date | null;
  /** When its record was last seen. */
  seenAt: Date | null;
  /** When a look-up was last begun. */
  checkedAt: Date | null;
  /** Since when its record is gone. */
  missingSince: Date | null;
}

/** What DNS says about the record of a domain. */
export type Found = { outcome: 'record' } | NotFound;

export type NotFound =
  /** There is no such name, there is no TXT record, or no server answered in time. */
  | { outcome: 'no_name' | 'no_record' | 'no_answer' }
  /** There are TXT records. @property values of those that look like ours, shortened */
  | { outcome: 'other_value'; values: readonly string[] };

/** `missing`: its record is gone. `lapsed`: for so long that it ties no new identities. */
export const DOMAIN_STATUSES = ['unproven', 'proven', 'missing', 'lapsed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The one form of a domain of mail; undefined when no address can have it. */
export function domainForm(text: string): string | undefined {
  return addressForm(`someone@${text}`)?.slice('someone@'.length);
}

/** @param email in its one form */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

export function newMailDomain(
  { organizationId, domain, token }: Pick<MailDomain, 'organizationId' | 'domain' | 'token'>,
  now: Date,
): MailDomain {
  const unseen = { provenAt: null, seenAt: null, checkedAt: null, missingSince: null };
  return { organizationId, domain, token, vouched: false, heldDomain: null, createdAt: now, ...unseen };
}

/** The text of the TXT record that proves the domain. */
export function recordOf({ token }: Pick<MailDomain, 'token'>): string {
  return RECORD_PREFIX + token;
}

/** After the operator began or ended to vouch for it. */
export function vouchedFor(domain: MailDomain, vouched: boolean): MailDomain {
  return held({ ...domain, vouched });
}

/** After its record was seen. */
export function seen(domain: MailDomain, now: Date): MailDomain {
  const provenAt = domain.provenAt ?? now;
  return held({ ...domain, provenAt, seenAt: now, checkedAt: now, missingSince: null });
}

/** After a look-up of a proven domain. What no server answers may be an outage, for some days. */
export function checkedAgain(domain: MailDomain, { outcome }: Found, now: Date): MailDomain {
  if (outcome === 'record') return seen(domain, now);
  const unseenMs = now.getTime() - (domain.seenAt?.getTime() ?? 0);
  const isGone = outcome !== 'no_answer' || unseenMs >= SILENCE_MS;
  return { ...domain, checkedAt: now, missingSince: domain.missingSince ?? (isGone ? now : null) };
}

export function statusOf({ vouched, provenAt, missingSince }: MailDomain, now: Date): DomainStatus {
  if (vouched) return 'proven';
  if (provenAt === null) return 'unproven';
  if (missingSince === null) return 'proven';
  return now.getTime() - missingSince.getTime() < LAPSES_AFTER_MS ? 'missing' : 'lapsed';
}

/** A sentence that names what was found in place of the record. */
export function explained(domain: MailDomain, found: NotFound): string {
  const name = domain.domain;
  if (found.outcome === 'no_name') return `DNS has no such name: ${name}.`;
  if (found.outcome === 'no_answer')
    return `No DNS server answered for ${name} within 5 seconds. Try again in a while.`;
  const values = 'values' in found ? found.values : undefined;
  if (!values) return `${name} has no TXT record.`;
  if (values.length === 0) return `${name} has TXT records, but none that begins with ${RECORD_PREFIX}.`;
  return `${name} has another value: ${values.join(', ')}. The record has to be ${recordOf(domain)}.`;
}

function held(domain: MailDomain): MailDomain {
  const isHeld = domain.vouched || domain.provenAt !== null;
  return { ...domain, heldDomain: isHeld ? domain.domain : null };
}
