import { HEX_COLOUR, NameField, StringField } from '@capture/contracts';

const DISPLAY_NAME = { nullable: true, example: 'Acme Research' };
const COLOUR = { nullable: true, example: '#0b5fff' };
/** In base64, which the limit of bodies leaves room for: 750 KiB of picture. */
const MAX_LOGO_CHARS = 1_024_000;

/** Replaces both. */
export class SetBrandingDto {
  @NameField({ ...DISPLAY_NAME, description: "What respondents read; null shows the organization's name" })
  displayName: string | null;

  @StringField({
    ...COLOUR,
    pattern: HEX_COLOUR,
    max: 7,
    description: 'Lower case. White text on it needs a contrast of 4.5 (WCAG 2.2 AA)',
  })
  colour: string | null;
}

export class SetLogoDto {
  @StringField({
    max: MAX_LOGO_CHARS,
    format: 'byte',
    description: 'A PNG, JPEG or WebP picture in base64, of at most 750 KiB and 4096 × 4096 pixels',
  })
  image: string;
}

export class BrandingDto {
  @NameField(DISPLAY_NAME) displayName: string | null;
  @StringField(COLOUR) colour: string | null;
  @StringField({ nullable: true, description: 'Public; another logo has another URL' })
  logoUrl: string | null;
}
