import { describe, expect, it } from 'vitest';
import { OrganizationScopes } from './organization-scope.js';

describe('OrganizationScopes', () => {
  const scopes = new OrganizationScopes();
  const current = (): Promise<string> => Promise.resolve(scopes.current.organization);

  it('is none for work that sets none, and a nested one ends with its own work', async () => {
    expect(await current()).toBe('');
    await scopes.every('to look around', async () => {
      expect(await scopes.one('a', current)).toBe('a');
      expect(await current()).toBe('*');
    });
    expect(await current()).toBe('');
  });

  it('accepts neither “every” nor “none” as an organization', async () => {
    for (const id of ['*', '']) {
      expect(() => scopes.one(id, current)).toThrow('is no organization');
      await scopes.withoutOrganization(async () => {
        expect(() => scopes.setOrganization(id)).toThrow('is no organization');
        await current();
      });
    }
  });

  it('takes its organization once, for the rest of that work and for nothing beside it', async () => {
    await Promise.all(
      ['a', 'b'].map((organization) =>
        scopes.withoutOrganization(async () => {
          expect(await current()).toBe('');
          scopes.setOrganization(organization);
          await Promise.resolve();
          expect(await current()).toBe(organization);
          expect(() => scopes.setOrganization('c')).toThrow('cannot switch to c');
        }),
      ),
    );
    expect(() => scopes.setOrganization('a')).toThrow('no organization cannot switch');
  });

  it('starts within the work what a client starts only when it is awaited', async () => {
    // Like Prisma's queries: nothing happens before the result is awaited.
    const lazy = { then: (resolve: (seen: string) => void) => resolve(scopes.current.organization) };
    expect(await scopes.one('a', () => lazy as unknown as Promise<string>)).toBe('a');
  });
});
