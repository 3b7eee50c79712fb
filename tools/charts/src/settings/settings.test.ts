import { describe, expect, it } from 'vitest';
import { SERVICES } from './services.js';
import { placeOf, settingsIn, settingsOf } from './settings.js';

describe.each(SERVICES)('settings of %s', (service) => {
  it('with a name of secrets come from Secrets, but numbers and the public address', () => {
    const sounding = settingsOf(service)
      .filter(({ name, schema }) => schema['type'] !== 'integer' && name !== 'CAPTURE_PUBLIC_URL')
      .map(({ name }) => name)
      .filter((name) => /SECRET|TOKEN|PASSWORD|PEPPER|_URL$|(^|_)KEYS?(_|$)/.test(name));
    const elsewhere = sounding.filter((name) => placeOf(service, name) !== 'credentials');
    expect(elsewhere).toEqual([]);
  });

  it('have one place each, and none of them is lost', () => {
    const placed = (['settings', 'credentials', 'chart'] as const).flatMap((place) =>
      settingsIn(service, place),
    );
    const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort();
    expect(names(placed)).toEqual(names(settingsOf(service)));
  });
});
