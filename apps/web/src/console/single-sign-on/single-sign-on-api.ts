import { call, ConsoleError, type Answer, type Body } from '../api/console-client.js';

const DOMAINS = '/console/api/mail-domains';
const PROVIDER = '/console/api/identity-provider';

export type MailDomain = Answer<typeof DOMAINS, 'get'>['data'][number];
export type Provider = Answer<typeof PROVIDER, 'get'>;
export type ProviderFields = Body<typeof PROVIDER, 'put'>;
export type ProviderChanges = Body<typeof PROVIDER, 'patch'>;

export const DOMAINS_KEY = ['mail-domains'] as const;
export const PROVIDER_KEY = ['identity-provider'] as const;

/** To register with the provider: these pages are served below the public address of the server. */
export const REDIRECT_URI = `${location.origin}/console/single-sign-on`;

export const listDomains = () => call('get', DOMAINS);
export const addDomain = (domain: string) => call('post', DOMAINS, { body: { domain } });
export const verifyDomain = (domain: string) =>
  call('post', `${DOMAINS}/{domain}/verify`, { at: { domain } });
export const removeDomain = (domain: string) => call('delete', `${DOMAINS}/{domain}`, { at: { domain } });

/** Null where there is none. */
export async function readProvider(): Promise<Provider | null> {
  try {
    return await call('get', PROVIDER);
  } catch (error) {
    if (error instanceof ConsoleError && error.status === 404) return null;
    throw error;
  }
}

export const setProvider = (body: ProviderFields) => call('put', PROVIDER, { body });
export const changeProvider = (body: ProviderChanges) => call('patch', PROVIDER, { body });
export const removeProvider = () => call('delete', PROVIDER);
