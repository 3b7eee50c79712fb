import type { BrandingFields } from './branding-api.js';

/**
 * All fields that a save has to send: those that the person changed, and the others as they are stored now, as another member
 * may have changed them since the form was opened.
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
