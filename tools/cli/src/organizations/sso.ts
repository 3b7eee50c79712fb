import type { Command } from 'commander';
import { CliFailure, EXIT } from '../command/failure.js';
import { record } from '../command/output.js';
import { addVerb, ORG, type OrgOption } from '../command/verb.js';
import type { Answer, Operation } from '../instance/operator-types.js';

const PROVIDER = '/operator/v1/orgs/{organizationId}/identity-provider';
const SECRET_VARIABLE = 'CAPTURE_SSO_CLIENT_SECRET';

interface SetOptions extends OrgOption {
  issuer: string;
  clientId: string;
  domains: string;
  onlySso?: true;
  providerAsksSecondFactor?: true;
  newMemberRole?: 'producer' | 'viewer';
}

const at = ({ org }: OrgOption) => ({ path: { organizationId: org } });

type Provider = Answer<Operation<'get', typeof PROVIDER>>;

function show(provider: Provider): string {
  return record({
    issuer: provider.issuer,
    'client id': provider.clientId,
    domains: provider.domains,
    password: provider.passwordAllowed ? 'signs in as well' : 'signs nobody in',
    'second factor': provider.asksSecondFactor ? 'asked for by the provider' : 'asked for here',
    'new members': provider.newMemberRole ?? 'none by signing in',
    'redirect URI': provider.redirectUri,
  });
}

/** Not an option: the command line of a process is there for everybody on the machine to see. */
function clientSecret(): string {
  const secret = process.env[SECRET_VARIABLE];
  if (secret) return secret;
  throw new CliFailure(
    EXIT.usage,
    'usage',
    'The client secret is missing.',
    `Give it as the environment variable ${SECRET_VARIABLE}.`,
  );
}

export function ssoVerbs(program: Command): void {
  const noun = program.command('sso').description('single sign-on: the identity providers of organizations');
  addVerb(noun, {
    name: 'set',
    description: `let an organization sign in at its OpenID provider; the client secret is read from ${SECRET_VARIABLE}`,
    required: [
      ORG,
      ['--issuer <url>', 'the issuer, as its discovery document says it'],
      ['--client-id <id>', 'what the provider knows us by'],
      ['--domains <list>', 'domains of mail that belong to the organization, with commas'],
    ],
    optional: [
      ['--only-sso', 'end sign-in by password to this organization'],
      ['--provider-asks-second-factor', 'ask for none here'],
      ['--new-member-role <role>', 'who is no member becomes one by signing in: producer or viewer'],
    ],
    run: (api, options: SetOptions) =>
      api.put(PROVIDER, {
        ...at(options),
        body: {
          issuer: options.issuer,
          clientId: options.clientId,
          clientSecret: clientSecret(),
          domains: options.domains.split(',').map((domain) => domain.trim()),
          passwordAllowed: options.onlySso !== true,
          asksSecondFactor: options.providerAsksSecondFactor === true,
          newMemberRole: options.newMemberRole ?? null,
        },
      }),
    show,
  });
  addVerb(noun, {
    name: 'get',
    description: 'show where the people of an organization sign in',
    required: [ORG],
    run: (api, options: OrgOption) => api.get(PROVIDER, at(options)),
    show,
  });
  addVerb(noun, {
    name: 'remove',
    description: 'end single sign-on for an organization, and every sign-in that came by it',
    required: [ORG],
    run: async (api, options: OrgOption) => {
      await api.delete(PROVIDER, at(options));
      return { removed: options.org };
    },
    show: ({ removed }) => `${removed} has no identity provider any more.`,
  });
}
