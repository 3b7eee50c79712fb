import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SERVICES } from '../settings/services.js';
import { settingsOf } from '../settings/settings.js';
import {
  composeOf,
  composeText,
  orderErrors,
  schemaErrors,
  settingErrors,
  variablesIn,
  variablesOfExample,
  type Compose,
} from './compose.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const text = composeText(root);
const compose = composeOf(text);

describe('the Compose file', () => {
  it('is what the Compose schema allows, and a slip of the pen is found', () => {
    expect(schemaErrors(compose)).toEqual([]);
    const slip = composeOf(text.replace('    healthcheck:', '    healthchek:'));
    expect(schemaErrors(slip).join('\n')).toContain('healthchek');
    const condition = composeOf(text.replace('condition: service_healthy', 'condition: healthy'));
    expect(schemaErrors(condition)).not.toEqual([]);
  });

  it('gives every service what it needs, and nothing that it does not know', () => {
    expect(settingErrors(compose)).toEqual([]);
  });

  it.each([
    ['accounts', 'mail and single sign-on', /^CAPTURE_(SMTP_|MAIL_FROM|SSO_|DOMAIN_DNS)/],
    ['sessions', 'the STUN and TURN servers of rooms', /^CAPTURE_(ICE_SERVERS|TURN_SECRET)$/],
    ['webhooks', 'where endpoints may be', /^CAPTURE_WEBHOOK_(ALLOW_|DNS)/],
    ['gateway', 'two operator tokens while one is changed', /^CAPTURE_OPERATOR_TOKEN/],
    ['recordings', 'a bucket that clients do not reach', /^CAPTURE_S3_(ENDPOINT|PUBLIC|DIRECT)/],
  ] as const)('lets be set of %s what some cannot do without: %s', (service, _what, names) => {
    const given = Object.keys(compose.services[service]?.environment ?? {});
    const wanted = settingsOf(service).filter(({ name }) => names.test(name));
    expect(wanted.length).toBeGreaterThan(0);
    const missing = wanted.map(({ name }) => name).filter((name) => !given.includes(name));
    // For development alone.
    expect(missing.filter((name) => !name.endsWith('_ALLOW_LOOPBACK'))).toEqual([]);
  });

  it('reads the variables of its example, and each of them', () => {
    expect(variablesIn(text)).toEqual(variablesOfExample(root));
  });

  it('starts everything once what it needs is healthy, after its own migrations', () => {
    expect(orderErrors(root, compose)).toEqual([]);
    for (const service of SERVICES.filter((name) => name !== 'gateway'))
      expect(compose.services[service]?.depends_on).toMatchObject({
        [`${service}-migrate`]: { condition: 'service_completed_successfully' },
        nats: { condition: 'service_healthy' },
      });
    const behind = Object.keys(compose.services['gateway']?.depends_on ?? {});
    expect(behind.sort()).toEqual([...SERVICES.filter((name) => name !== 'gateway'), 'redis'].sort());
  });

  it('runs our images with a read-only root, as nobody, and opens the port of the gateway alone', () => {
    const ours = Object.entries(compose.services).filter(([, { image }]) => image?.includes('capture/'));
    expect(ours).toHaveLength(11);
    for (const [, service] of ours) expect(service).toMatchObject({ read_only: true, user: '65532:65532' });
    const open = Object.entries(compose.services as Compose['services']).filter(
      ([, { ports }]) => ports !== undefined,
    );
    expect(open.map(([name]) => name)).toEqual(['gateway']);
  });
});
