import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from './access.js';
import { SigningKey, type PublicJwk } from './signing-key.js';

/** Public keys by which anybody checks offline what this service signed (RFC 7517, RFC 8037). */
@ApiTags('evidence')
@Access('public')
@Controller('.well-known')
export class KeysController {
  constructor(private readonly signing: SigningKey) {}

  @Get('capture-keys.json')
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({ operationId: 'getCaptureKeys', summary: 'Public keys of signatures' })
  @ApiOkResponse({
    schema: {
      example: {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
            alg: 'EdDSA',
            use: 'sig',
          },
        ],
      },
    },
  })
  keys(): { keys: PublicJwk[] } {
    return { keys: [this.signing.jwk] };
  }
}
