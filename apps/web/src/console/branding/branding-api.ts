import { call, type Answer, type Body } from '../api/console-client.js';

const BRANDING = '/console/api/branding';

export type Branding = Answer<typeof BRANDING, 'get'>;
export type BrandingFields = Body<typeof BRANDING, 'put'>;

/** The largest file of a logo, in bytes. */
export const MOST_LOGO_BYTES = 750 * 1024;

export const BRANDING_KEY = ['branding'] as const;

export const readBranding = () => call('get', BRANDING);
export const saveBranding = (body: BrandingFields) => call('put', BRANDING, { body });
export const removeLogo = () => call('delete', `${BRANDING}/logo`);

export async function uploadLogo(file: File): Promise<Branding> {
  return call('put', `${BRANDING}/logo`, { body: { image: await base64Of(file) } });
}

/** By a data URL, since `btoa` takes no bytes. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
