import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PublicJwk } from '@capture/contracts';
import { Clock, Every, Readiness, SigningKey } from '@capture/platform';
import { Database } from '../database/database.js';

const RETRY_MS = 1_000;

/** A key to verify signatures with. `retiredAt`: when another key took over; earlier signatures stay valid. */
export interface PublishedKey extends PublicJwk {
  retiredAt: string | null;
}

interface Row {
  kid: string;
  x: string;
  retiredAt: Date | null;
}

/**
 * The public keys that this service signs or ever signed with, in its table `signing_key`: documents outlive the key
 * that signed them. The process stores its own key when it starts and is not ready before.
 */
@Injectable()
export class SigningKeys implements OnApplicationBootstrap {
  private recorded: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly signing: SigningKey,
    private readonly clock: Clock,
    readiness: Readiness,
  ) {
    readiness.require('signing key', () => this.record());
  }

  onApplicationBootstrap(): void {
    // A failure is logged by the repeated job, and readiness says what is missing.
    void this.record().catch(() => undefined);
  }

  /** The key in use first, then the retired ones, the last one first. */
  async published(): Promise<PublishedKey[]> {
    await this.record();
    const rows = await this.database.query<Row>(
      'SELECT kid, x, retired_at AS "retiredAt" FROM signing_key ORDER BY retired_at DESC NULLS FIRST, kid',
    );
    return rows.map(({ kid, x, retiredAt }) => ({
      ...{ kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
      retiredAt: retiredAt?.toISOString() ?? null,
    }));
  }

  /** Once per process: while a new key is rolled out, processes with the old one must not undo it at every call. */
  @Every(RETRY_MS)
  record(): Promise<void> {
    this.recorded ??= this.write().catch((error: unknown) => {
      this.recorded = undefined;
      throw error;
    });
    return this.recorded;
  }

  private write(): Promise<void> {
    const { kid, x } = this.signing.jwk;
    const now = this.clock.now();
    return this.database.run(async () => {
      await this.database.execute(
        `INSERT INTO signing_key (kid, x, first_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (kid) DO UPDATE SET retired_at = NULL`,
        kid,
        x,
        now,
      );
      const others = 'UPDATE signing_key SET retired_at = $2 WHERE kid <> $1 AND retired_at IS NULL';
      await this.database.execute(others, kid, now);
    });
  }
}
