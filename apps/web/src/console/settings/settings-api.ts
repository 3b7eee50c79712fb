import { call, type Answer, type Body } from '../api/console-client.js';

const ORGANIZATION = '/console/api/organization';
const DELETION = `${ORGANIZATION}/deletion` as const;

export type Organization = Answer<typeof ORGANIZATION, 'get'>;
type OrganizationChange = Body<typeof ORGANIZATION, 'patch'>;

export const ORGANIZATION_KEY = ['organization'] as const;

export const readOrganization = () => call('get', ORGANIZATION);
export const changeOrganization = (body: OrganizationChange) => call('patch', ORGANIZATION, { body });

export const deleteOrganization = (body: Body<typeof DELETION, 'post'>) => call('post', DELETION, { body });
export const takeDeletionBack = () => call('delete', DELETION);

export const outlivedKey = (days: number) => ['outlived-recordings', days] as const;

/** How many recordings would be deleted if footage were kept for so many days. */
export const countOutlived = (retentionDays: number) =>
  call('get', '/console/api/outlived-recordings', { query: { retentionDays } });
