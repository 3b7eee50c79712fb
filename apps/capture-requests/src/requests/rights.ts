/** Who changes requests is also shown their links, which let anybody answer. */
export const MANAGES = { scope: 'capture_requests:write', action: 'requests.manage' } as const;
