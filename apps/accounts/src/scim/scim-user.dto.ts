import type { Member } from '../members/member.model.js';
import type { UserPage } from './scim-filter.model.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A member as SCIM writes a user (RFC 7643, 4.1). */
export interface ScimUser {
  schemas: string[];
  id: string;
  externalId?: string;
  userName: string;
  emails: { value: string; type: string; primary: boolean }[];
  active: boolean;
  roles: { value: string; primary: boolean }[];
  meta: { resourceType: 'User'; created: string; location: string };
}

/** RFC 7644, 3.4.2 */
export interface ScimList<Resource> {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}

/** @param base of the calls, with `/scim/v2` */
export function toScimUser(member: Member, base: string): ScimUser {
  const { id, email, role, externalId, removedAt, createdAt } = member;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    emails: [{ value: email, type: 'work', primary: true }],
    active: removedAt === null,
    roles: [{ value: role, primary: true }],
    meta: { resourceType: 'User', created: createdAt.toISOString(), location: `${base}/Users/${id}` },
  };
}

export function toScimList<Resource>(
  resources: Resource[],
  { total, startIndex }: { total: number } & Pick<UserPage, 'startIndex'>,
): ScimList<Resource> {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
