import { SIGN_IN_HEADER, type MemberPrincipal, type Problem } from '@capture/contracts';
import type { MemberDto } from '../src/members/member.dto.js';
import type { PasswordLinkDto } from '../src/password-links/password-link.dto.js';
import type { MeDto, SignInDto } from '../src/sign-in/sign-in.dto.js';
import { sha256Hex } from '../src/tokens/token.model.js';
import type { AccountsUnderTest, Answer } from './service.js';

export const ORGS = '/operator/v1/orgs';
export const PASSWORD = 'correct horse battery staple';
/** Calls of those who are not signed in yet. */
export const nobody = { principal: { kind: 'public' } } as const;

export interface Person {
  org: string;
  email: string;
  member: MemberDto;
}

/** People who come by passwords and sign in. */
export class People {
  private emails = 0;
  private addresses = 0;
  /** What is stored of PASSWORD. */
  private stored: string | undefined;

  constructor(private readonly service: AccountsUnderTest) {}

  /** A network address that no other test fails from. */
  newAddress(): string {
    return `198.51.${(this.addresses += 1)}.1`;
  }

  newEmail(): string {
    return `person-${(this.emails += 1)}@acme.example`;
  }

  signIn(body: SignInDto, ip = this.newAddress()): Promise<Answer<MeDto & Problem>> {
    return this.service.call('POST', '/console/api/sign-in', { ...nobody, ip, body });
  }

  linkFor(org: string, who: string): Promise<Answer<PasswordLinkDto>> {
    return this.service.call('POST', `${ORGS}/${org}/members/${encodeURIComponent(who)}/password-link`);
  }

  setPassword(token: string, password: string): Promise<Answer<Problem>> {
    return this.service.call('POST', '/console/api/set-password', { ...nobody, body: { token, password } });
  }

  async tokenFor(org: string, who: string): Promise<string> {
    const { link } = (await this.linkFor(org, who)).body;
    return new URL(link).searchParams.get('t') ?? '';
  }

  /** A member with a password, in an organization of their own. */
  async person(email = this.newEmail()): Promise<Person> {
    const { id: org } = await this.service.organization('team');
    const path = `${ORGS}/${org}/members`;
    const { body: member } = await this.service.call<MemberDto>('POST', path, { body: { email } });
    await this.givePassword(org, email);
    return { org, email, member };
  }

  /** The token of a new sign-in. */
  async signedIn(email: string, organizationId?: string): Promise<string> {
    const body = { email, password: PASSWORD, ...(organizationId && { organizationId }) };
    const { status, headers } = await this.signIn(body);
    if (status !== 201) throw new Error(`the sign-in was answered ${status}`);
    return String(headers[SIGN_IN_HEADER]);
  }

  /** As if so many sign-ins had failed. */
  failed(subject: string, count: number): Promise<unknown> {
    return this.service.sql(
      'INSERT INTO sign_in_failure (subject, at) SELECT $1, $2::timestamptz FROM generate_series(1, $3::int)',
      sha256Hex(subject),
      this.service.clock.now(),
      count,
    );
  }

  resolve(token: string): Promise<MemberPrincipal | null> {
    return this.service.send('accounts.resolve_sign_in', { tokenSha256: sha256Hex(token) });
  }

  async principal(token: string): Promise<MemberPrincipal> {
    const found = await this.resolve(token);
    if (!found) throw new Error('the token signs nobody in');
    return found;
  }

  /** The first chooses it; what is stored of that serves the others, since hashing is slow by design. */
  private async givePassword(org: string, email: string): Promise<void> {
    if (this.stored !== undefined) {
      await this.service.sql('INSERT INTO person VALUES ($1, $2, now())', email, this.stored);
      return;
    }
    await this.setPassword(await this.tokenFor(org, email), PASSWORD);
    const hash = 'SELECT password_hash AS hash FROM person WHERE email = $1';
    const [row] = await this.service.sql<{ hash: string }>(hash, email);
    this.stored = row?.hash;
  }
}
