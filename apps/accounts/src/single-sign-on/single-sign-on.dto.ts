import { EmailField, StringField } from '@capture/contracts';

export class BeginSingleSignOnDto {
  @EmailField({ example: 'ada@acme.example', description: 'By its domain the provider is found' })
  email: string;
}

export class BegunSingleSignOnDto {
  @StringField({
    max: 4000,
    format: 'uri',
    description: 'At the provider, where to send the browser that asked',
    example: 'https://id.acme.example/authorize?response_type=code&…',
  })
  url: string;
}

export class FinishSingleSignOnDto {
  @StringField({
    max: 8000,
    description: 'The query that the provider sent the browser back with, as it is',
    example: '?code=…&state=…&iss=https%3A%2F%2Fid.acme.example',
    unstored: true,
  })
  answer: string;
}
