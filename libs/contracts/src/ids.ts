import { typeid, TypeID } from 'typeid-js';

/** Every kind of object and the prefix its ids carry. */
export const ID_PREFIXES = {
  captureRequest: 'crq',
  contact: 'cnt',
  campaign: 'cmp',
  submission: 'sub',
  take: 'tke',
  session: 'ses',
  invite: 'inv',
  participant: 'ptc',
  recording: 'rec',
  deletionReceipt: 'rcp',
  erasure: 'ers',
  organizationDeletion: 'odl',
  track: 'trk',
  upload: 'upl',
  webhookEndpoint: 'whe',
  event: 'evt',
  delivery: 'dlv',
  key: 'key',
  organization: 'org',
  member: 'mem',
  invitation: 'ivn',
  passkey: 'psk',
  scimToken: 'sct',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type IdPrefix = (typeof ID_PREFIXES)[IdKind];

/**
 * A new TypeID: prefix + UUIDv7 in lower-case base32. Ids of one kind sort by the time they were made,
 * which is what keyset pagination relies on.
 */
export function newId(kind: IdKind): string {
  return typeid(ID_PREFIXES[kind]).toString();
}

/** True when `value` is a well-formed id of that kind. Says nothing about whether the object exists. */
export function isId(kind: IdKind, value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return TypeID.fromString(value).getType() === ID_PREFIXES[kind];
  } catch {
    return false;
  }
}
