import { IdField, StringField } from '@capture/contracts';
import { SESSION } from '../sign-in/sign-in.dto.js';

/** Of what devices answer, which is kept nowhere as it came. */
export const BASE64URL = { pattern: /^[A-Za-z0-9_-]+$/, unstored: true };
/** The longest id that WebAuthn allows: 1,023 bytes. */
export const CREDENTIAL_ID = { ...BASE64URL, max: 1364, description: 'Its name for the passkey, base64url' };
export const CLIENT_DATA = { ...BASE64URL, max: 4000, description: '`clientDataJSON`, base64url' };

export class PasskeyRequestDto {
  @StringField({ max: 100, description: 'To be signed, in base64url; good once and for 5 minutes' })
  challenge: string;
  @StringField({
    max: 253,
    description: 'The host name that passkeys are bound to',
    example: 'capture.example',
  })
  rpId: string;
}

/** What the device answers to `navigator.credentials.get`. */
export class PasskeySignInDto {
  @StringField(CREDENTIAL_ID) credentialId: string;
  @StringField(CLIENT_DATA) clientData: string;
  @StringField({ ...BASE64URL, max: 4000, description: '`authenticatorData`, base64url' })
  authenticatorData: string;
  @StringField({ ...BASE64URL, max: 2000, description: 'base64url' }) signature: string;
  @StringField({ ...BASE64URL, max: 100, description: 'Its name for the person, base64url' })
  userHandle: string;
  @IdField('organization', {
    optional: true,
    description: 'Which of their organizations; the one they joined first without it',
  })
  organizationId?: string;
  @IdField('session', SESSION) sessionId?: string;
}
