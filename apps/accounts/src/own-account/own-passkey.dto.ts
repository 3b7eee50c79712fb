import {
  IdField,
  NameField,
  NestedListField,
  StringField,
  StringListField,
  TimestampField,
} from '@capture/contracts';
import { BASE64URL, CLIENT_DATA, CREDENTIAL_ID } from '../passkey-sign-in/passkey-sign-in.dto.js';
import { PASSKEYS_PER_PERSON } from '../passkeys/passkey.model.js';
import type { Passkey } from '../passkeys/passkey.repository.js';
import { CODE } from '../sign-in/sign-in.dto.js';
import { CURRENT_PASSWORD } from './own-second-factor.dto.js';

export class OwnPasskeyDto {
  @IdField('passkey') id: string;
  @StringField({ max: 100, example: 'Chrome on Android' }) name: string;
  @TimestampField() createdAt: string;
  @TimestampField({ nullable: true, description: 'Null while it has signed nobody in' })
  lastUsedAt: string | null;
}

export class OwnPasskeyListDto {
  @NestedListField(() => OwnPasskeyDto, {
    description: `At most ${PASSKEYS_PER_PERSON}, the oldest first`,
  })
  data: OwnPasskeyDto[];
}

export class ProvePasskeyChangeDto {
  @StringField(CURRENT_PASSWORD) currentPassword: string;
  @StringField({ ...CODE, optional: true, description: 'Needed by who has a second factor' }) code?: string;
}

/** For `navigator.credentials.create`: a discoverable key pair, with a device that verifies its user. */
export class BegunPasskeyDto {
  @StringField({ max: 100, description: 'In base64url; good once and for 5 minutes' }) challenge: string;
  @StringField({
    max: 253,
    description: 'The host name that passkeys are bound to',
    example: 'capture.example',
  })
  rpId: string;
  @StringField({ max: 100, description: 'What the device knows the person by, in base64url' })
  userHandle: string;
  @StringListField({
    maxItems: PASSKEYS_PER_PERSON,
    description: 'Key pairs of the person that there are: their devices make no other one',
  })
  knownCredentialIds: string[];
}

/** What the device answers to `navigator.credentials.create`. */
export class AddPasskeyDto {
  @NameField({ optional: true, max: 100, description: 'The browser and its system without it' })
  name?: string;
  @StringField(CREDENTIAL_ID) credentialId: string;
  @StringField(CLIENT_DATA) clientData: string;
  @StringField({ ...BASE64URL, max: 20_000, description: '`attestationObject`, base64url' })
  attestation: string;
}

export function toOwnPasskey({ id, name, createdAt, lastUsedAt }: Passkey): OwnPasskeyDto {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
