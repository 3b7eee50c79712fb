import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '@capture/platform';
import { SigningKeys, type PublishedKey } from './signing-keys.js';

const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'EdDSA',
  use: 'sig',
  retiredAt: null,
};

/** Public keys to verify offline what this service signed (RFC 7517, RFC 8037). */
@ApiTags('evidence')
@Access('public')
@Controller('.well-known')
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('capture-keys.json')
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({
    operationId: 'getCaptureKeys',
    summary: 'Public keys of signatures',
    description: 'Every key that was ever signed with; `retiredAt` says since when another one signs.',
  })
  @ApiOkResponse({ schema: { example: { keys: [KEY] } } })
  async published(): Promise<{ keys: PublishedKey[] }> {
    return { keys: await this.keys.published() };
  }
}
