import { Injectable, Logger } from '@nestjs/common';
import { AppError, may, SCIM_TOKEN_PREFIX, sha256Hex, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, keyedHash, newToken, sameBytes } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountsConfig } from '../config.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import {
  toScimToken,
  type CreateScimTokenDto,
  type IssuedScimTokenDto,
  type ScimTokenListDto,
} from './scim-token.dto.js';
import { MOST_SCIM_TOKENS, newScimToken, type ScimToken } from './scim-token.model.js';
import { ScimTokenRepository } from './scim-token.repository.js';

const USE_WRITTEN_EVERY_MS = 60_000;

/** The tokens of organizations' directories. A token exists in the answer that shows it, and nowhere else. */
@Injectable()
export class ScimTokenService {
  private readonly logger = new Logger(ScimTokenService.name);

  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly tokens: ScimTokenRepository,
    private readonly audit: AuditRepository,
    private readonly config: AccountsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `conflict` where there are two */
  create(
    call: ForwardedCall,
    organizationId: string,
    { newMemberRole }: CreateScimTokenDto,
  ): Promise<IssuedScimTokenDto> {
    const text = SCIM_TOKEN_PREFIX + newToken();
    const overOwners = isOverOwners(call);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      if ((await this.tokens.of(organizationId)).length >= MOST_SCIM_TOKENS)
        throw new AppError('conflict', 'There are two SCIM tokens already; end one first.');
      const about = { organizationId, hash: this.hashOf(text), newMemberRole, overOwners };
      const token = newScimToken(about, this.clock.now());
      await this.tokens.insert(token);
      const fact = { organizationId, action: 'scim_token.created', subject: token.id };
      await this.audit.record(call, { ...fact, detail: { newMemberRole, overOwners } });
      return { ...toScimToken(token), token: text, baseUrl: `${this.config.CAPTURE_PUBLIC_URL}/scim/v2` };
    });
  }

  async list(organizationId: string): Promise<ScimTokenListDto> {
    await this.organizations.get(organizationId);
    return { data: (await this.tokens.of(organizationId)).map(toScimToken) };
  }

  /** It works for no call that begins from now on. @throws AppError `not_found` */
  async end(call: ForwardedCall, organizationId: string, id: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.tokens.delete(organizationId, id);
      await this.audit.record(call, { organizationId, action: 'scim_token.ended', subject: id });
    });
  }

  /** What the bearer of `text` may do; asked with every call. @throws AppError `unauthorized` */
  async resolve(text: string): Promise<ScimToken> {
    const hash = this.hashOf(text);
    const token = await this.database.forEveryOrganization('a token says no organization', () =>
      this.tokens.byHash(hash),
    );
    if (!token || !sameBytes(token.hash, hash))
      throw new AppError('unauthorized', 'Send a SCIM token of the organization as the bearer.');
    return token;
  }

  /** Called for the token's organization. A database that takes no changes, as on a full disk, lets directories read on. */
  async noteUse({ id, lastUsedAt }: ScimToken): Promise<void> {
    const now = this.clock.now();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USE_WRITTEN_EVERY_MS) return;
    await this.tokens
      .touch(id, now)
      .catch((err: unknown) => this.logger.warn({ err }, 'when a token was used last could not be stored'));
  }

  private hashOf(text: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `scim token ${sha256Hex(text)}`);
  }
}

function isOverOwners({ principal }: ForwardedCall): boolean {
  return principal.kind !== 'member' || may(principal.role, 'owners.manage');
}
