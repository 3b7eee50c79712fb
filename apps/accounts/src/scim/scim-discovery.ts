import { USER_SCHEMA } from './scim-user.dto.js';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** What directories may use (RFC 7643, 5). */
export function serviceProviderConfig(base: string): object {
  const no = { supported: false };
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 100 },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A SCIM token of the organization in the Authorization header',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** RFC 7643, 6 */
export function userResourceType(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A member of the organization',
    schema: USER_SCHEMA,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  };
}

const ONE_LINE = { multiValued: false, caseExact: false, returned: 'default', uniqueness: 'none' };

/** The attributes that are kept (RFC 7643, 7); others are taken and ignored. */
export function userSchema(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: USER_SCHEMA,
    name: 'User',
    description: 'A member of the organization',
    attributes: [
      {
        ...ONE_LINE,
        name: 'userName',
        type: 'string',
        description: 'The e-mail address; it stays as it is',
        required: true,
        mutability: 'immutable',
        uniqueness: 'server',
      },
      {
        ...ONE_LINE,
        name: 'active',
        type: 'boolean',
        description: 'Whether the person may sign in to the organization',
        required: false,
        mutability: 'readWrite',
      },
      {
        ...ONE_LINE,
        name: 'roles',
        type: 'complex',
        multiValued: true,
        description: 'One role: producer or viewer; owners and admins are made in the console',
        required: false,
        mutability: 'readWrite',
        subAttributes: [
          {
            ...ONE_LINE,
            name: 'value',
            type: 'string',
            description: 'The role',
            required: false,
            mutability: 'readWrite',
            canonicalValues: ['producer', 'viewer'],
          },
        ],
      },
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
  };
}
