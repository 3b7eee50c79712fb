import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, replyProblems, type ResolvedCredential } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { CallSigner } from '../forwarding/call-signer.js';
import { jsonOf } from '../forwarding/upstream-call.js';
import { Upstreams } from '../forwarding/upstreams.js';

const COMMAND = 'accounts.resolve_credential';
const PATH = '/internal/credentials/resolve';
const TIMEOUT_MS = 2_500;

/**
 * Asks accounts about a key, by its hash: over the bus, and by HTTP while that is away. So calls with a key go on without
 * the bus, and a revoked key still stops when its cached answer ages.
 */
@Injectable()
export class CredentialQuestion {
  constructor(
    private readonly commands: Commands,
    private readonly upstreams: Upstreams,
    private readonly signer: CallSigner,
  ) {}

  /** @throws AppError `service_unavailable` when accounts answers neither way. */
  async ask(keySha256: string): Promise<ResolvedCredential | null> {
    try {
      return await this.commands.send(COMMAND, { keySha256 }, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
      return this.byHttp(keySha256, error);
    }
  }

  private async byHttp(keySha256: string, noBus: AppError): Promise<ResolvedCredential | null> {
    try {
      const found = await this.upstreams.call('accounts', {
        method: 'POST',
        path: PATH,
        headers: { 'content-type': 'application/json', ...this.signer.signOwn('accounts') },
        body: Readable.from([JSON.stringify({ keySha256 })], { objectMode: false }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = (await jsonOf(found)) as { credential?: ResolvedCredential | null };
      const { credential = null } = answer;
      if (found.statusCode !== 200 || replyProblems(COMMAND, credential).length > 0) throw noBus;
      return credential;
    } catch {
      throw noBus;
    }
  }
}
