import type { BrandingFields } from './branding-api.js';

/**
 * What is saved, which replaces all of it: what the person changed, and of the rest what it is now, as somebody else may have
 * changed that meanwhile.
 * @param before as it was shown to the person
 */
export function withChanges(
  now: BrandingFields,
  chosen: BrandingFields,
  before: BrandingFields,
): BrandingFields {
  return {
    displayName: chosen.displayName === before.displayName ? now.displayName : chosen.displayName,
    colour: chosen.colour === before.colour ? now.colour : chosen.colour,
  };
}
