import { call, type Answer, type Body } from '../api/console-client.js';

const ORGANIZATION = '/console/api/organization';

export type Organization = Answer<typeof ORGANIZATION, 'get'>;
type OrganizationChange = Body<typeof ORGANIZATION, 'patch'>;

export const ORGANIZATION_KEY = ['organization'] as const;

export const readOrganization = () => call('get', ORGANIZATION);
export const changeOrganization = (body: OrganizationChange) => call('patch', ORGANIZATION, { body });
