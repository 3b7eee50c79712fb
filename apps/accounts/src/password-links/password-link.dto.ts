import { EmailField, StringField, TimestampField } from '@capture/contracts';
import { PASSWORD_LENGTH } from '../passwords/password.model.js';

export class PasswordLinkDto {
  @StringField({
    max: 2000,
    format: 'uri',
    description: 'Shown once; whoever has it can choose the password',
    example: 'https://capture.example/console/welcome?t=…',
  })
  link: string;

  @TimestampField() expiresAt: string;
}

export class ForgotPasswordDto {
  @EmailField({ example: 'ada@acme.example' }) email: string;
}

export class SetPasswordDto {
  @StringField({ max: 200, description: 'The `t` of the link', unstored: true }) token: string;

  @StringField({
    ...PASSWORD_LENGTH,
    description: 'Not the e-mail address; compared in Unicode form NFKC',
    example: 'correct horse battery staple',
    unstored: true,
  })
  password: string;
}
