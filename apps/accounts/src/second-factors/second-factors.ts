import { Injectable, Logger } from '@nestjs/common';
import { invalidField } from '@capture/contracts';
import { Clock, keyedHash, openText, sealText } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import { isTimeCode, newRecoveryCodes, newSecret, plainCode, stepOf } from './second-factor.model.js';
import { SecondFactorRepository, type SecondFactor } from './second-factor.repository.js';

/** Of a code that is wrong, of another time, or was used before. */
function wrongCode(): Error {
  return invalidField('code', 'not_allowed', 'This code is not right, or was used before.');
}

/** Codes of people: makes what they come from, and accepts each one once. Secrets are encrypted, recovery codes hashed. */
@Injectable()
export class SecondFactors {
  private readonly logger = new Logger(SecondFactors.name);
  private readonly key: Buffer;

  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly clock: Clock,
    private readonly config: AccountsConfig,
  ) {
    this.key = Buffer.from(keyedHash(config.CAPTURE_SIGN_IN_SECRET, 'totp'), 'hex');
  }

  /** Stores a factor that is to be confirmed, in place of an earlier one. Returns its secret in base32. */
  async begin(email: string): Promise<string> {
    const secret = newSecret();
    const sealed = sealText(this.key, secret, email);
    await this.factors.replace({ email, sealed, lastStep: 0n, createdAt: this.clock.now() });
    return secret;
  }

  /**
   * Uses a code up, of the authenticator or a recovery code; in the transaction of what the code allows. Of two that use
   * the same one at once, one is refused.
   * @throws AppError `invalid_input`
   */
  async use(email: string, code: string): Promise<void> {
    if (!(await this.isUsed(email, code))) throw wrongCode();
  }

  /** New recovery codes; the former ones end. */
  async renewRecoveryCodes(email: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.replaceRecoveryCodes(
      email,
      codes.map((code) => this.idOf(email, plainCode(code))),
    );
    return codes;
  }

  private async isUsed(email: string, typed: string): Promise<boolean> {
    const code = plainCode(typed);
    if (!isTimeCode(code)) return this.factors.useRecoveryCode(email, this.idOf(email, code));
    const factor = await this.factors.find(email);
    const secret = factor && this.open(factor);
    if (secret === undefined) return false;
    const step = stepOf(secret, code, this.clock.now());
    return step !== undefined && (await this.factors.takeStep(email, step));
  }

  private idOf(email: string, code: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `recovery code ${email} ${code}`);
  }

  /** Undefined when it was sealed with another secret: no code is right then. */
  private open({ sealed, email }: SecondFactor): string | undefined {
    try {
      return openText(this.key, sealed, email);
    } catch {
      this.logger.error(
        'a second factor was sealed with another CAPTURE_SIGN_IN_SECRET; its codes are refused',
      );
      return undefined;
    }
  }
}
