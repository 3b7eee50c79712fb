import { HEX_COLOUR, logoUrl } from './branding.js';
import { StringField } from '../fields/values.js';

/** How an organization shows itself, as services store it. */
export interface Branding {
  name: string;
  colour: string | null;
  /** SHA-256 of the logo. */
  logo: string | null;
}

/** Who is asking, as they show themselves to respondents and guests. */
export class AskingOrganizationDto {
  @StringField({ max: 200, example: 'Acme Research' }) name: string;
  @StringField({ nullable: true, description: 'A PNG of at most 512 × 512 pixels' }) logoUrl: string | null;
  @StringField({
    nullable: true,
    pattern: HEX_COLOUR,
    example: '#0b5fff',
    description: 'Carries white text',
  })
  colour: string | null;
}

export function toAskingOrganizationDto(
  { name, colour, logo }: Branding,
  publicUrl: string,
): AskingOrganizationDto {
  return { name, logoUrl: logo && logoUrl(publicUrl, logo), colour };
}
