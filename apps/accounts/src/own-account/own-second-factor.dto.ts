import { BooleanField, IntField, StringField, StringListField, TimestampField } from '@capture/contracts';
import { RECOVERY_CODES } from '../second-factors/second-factor.model.js';
import { CODE } from '../sign-in/sign-in.dto.js';

export const CURRENT_PASSWORD = { max: 1000, example: 'correct horse battery staple', unstored: true };

export class OwnSecondFactorDto {
  @BooleanField({ description: 'Whether a code is asked for when one signs in' }) enabled: boolean;
  @TimestampField({ nullable: true, description: 'Since when; null while none is asked for' })
  enabledAt: string | null;
  @IntField({ min: 0, description: 'Recovery codes that were not used yet' }) recoveryCodesLeft: number;
}

export class BeginSecondFactorDto {
  @StringField(CURRENT_PASSWORD) currentPassword: string;
}

/** Is shown once. */
export class BegunSecondFactorDto {
  @StringField({ max: 100, description: 'In base32, to type into an authenticator' }) secret: string;
  @StringField({
    max: 1000,
    format: 'uri',
    description: 'The same for programs: TOTP (RFC 6238), SHA-1, six digits, 30 s',
    example: 'otpauth://totp/Capture:ada%40acme.example?issuer=Capture&secret=…',
  })
  uri: string;
}

export class ConfirmSecondFactorDto {
  @StringField({ ...CODE, description: 'The current one of the authenticator' }) code: string;
}

export class ProveSecondFactorDto {
  @StringField(CURRENT_PASSWORD) currentPassword: string;
  @StringField(CODE) code: string;
}

export class RecoveryCodesDto {
  @StringListField({
    maxItems: RECOVERY_CODES,
    description: 'Shown once; each is good once in place of a code',
  })
  recoveryCodes: string[];
}
