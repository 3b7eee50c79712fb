import { FEATURES, SCOPES } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { allowsAnyOrigin, ROUTES } from './routes.js';

describe('routing table', () => {
  it('lists each method and path once', () => {
    const calls = ROUTES.map((row) => `${row.method} ${row.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('gives every API-key route a known scope, a budget and a known feature', () => {
    for (const row of ROUTES.filter((each) => each.auth === 'key')) {
      expect(SCOPES, row.path).toContain(row.scope);
      expect(['read', 'write', 'download'], row.path).toContain(row.budget);
      if (row.path !== '/v1/usage') expect(FEATURES, row.path).toContain(row.feature);
    }
  });

  it('draws on the read budget for GET alone', () => {
    for (const row of ROUTES) {
      if (row.auth === 'key') expect(row.budget === 'read', row.path).toBe(row.method === 'GET');
    }
  });

  it('uses every scope, and grants downloads, deletion and room opening to live keys alone', () => {
    const keyRows = ROUTES.filter((row) => row.auth === 'key');
    expect(new Set(keyRows.map((row) => row.scope))).toEqual(new Set(SCOPES));
    expect(keyRows.filter((row) => row.liveOnly).map((row) => `${row.method} ${row.path}`)).toEqual([
      'DELETE /v1/capture-requests/{id}/submissions/{sid}',
      'POST /v1/sessions',
      'DELETE /v1/recordings/{id}',
      'POST /v1/recordings/{id}/tracks/{trackId}/download-url',
    ]);
  });

  it('opens no API-key route to other origins', () => {
    for (const row of ROUTES) if (row.auth === 'key') expect(allowsAnyOrigin(row.path), row.path).toBe(false);
    for (const row of ROUTES)
      if (row.auth === 'capability') expect(allowsAnyOrigin(row.path), row.path).toBe(true);
  });

  it('writes paths versioned and parameters in braces', () => {
    for (const row of ROUTES) {
      const atRoot = row.auth === 'public' && row.atRoot === true;
      expect(row.path).toMatch(atRoot ? /^\/\.well-known\/[a-z.-]+$/ : /^\/v1(\/([a-z-]+|\{[a-zA-Z]+\}))+$/);
    }
  });
});
