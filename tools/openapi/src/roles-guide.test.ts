import { readFile } from 'node:fs/promises';
import { ACTIONS, ROLES, rolesFor, type Action } from '@capture/contracts';
import { CONSOLE_ROUTES } from '@capture/gateway';
import { describe, expect, it } from 'vitest';
import { disagreements } from './published/paths.js';

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('roles', () => {
  it('the guide shows the table that the services enforce', async () => {
    const text = await readFile(new URL('../../../docs/guides/roles.md', import.meta.url), 'utf8');
    const [head = '', , ...rows] = text.split('\n').filter((line) => line.startsWith('|'));
    expect(cells(head)).toEqual(['action', 'what', ...ROLES]);
    const expected = (Object.keys(ACTIONS) as Action[]).map((action) => [
      `\`${action}\``,
      ACTIONS[action].what,
      ...ROLES.map((role) => (rolesFor(action).includes(role) ? 'yes' : '')),
    ]);
    expect(rows.map(cells)).toEqual(expected);
  });

  it('every route of members has an action of the table, and a public one has none', () => {
    for (const row of CONSOLE_ROUTES) {
      const action = row.auth === 'member' ? row.action : undefined;
      expect([row.path, action !== undefined && action in ACTIONS]).toEqual([
        row.path,
        row.auth === 'member',
      ]);
    }
  });

  it('a route that the service enforces another action for, or none, is a disagreement', () => {
    const route = { service: 'sessions', method: 'POST', path: '/console/api/x', auth: 'member' } as const;
    const served = (action?: string) => [
      { ...route, operation: { responses: {}, ...(action && { 'x-action': action }) } },
    ];
    const row = { ...route, action: 'rooms.end' } as const;
    expect(disagreements([row], served('rooms.end'))).toEqual([]);
    for (const other of ['content.read', undefined])
      expect(disagreements([row], served(other))).toEqual([
        `sessions POST /console/api/x: rooms.end in the routing table, ${other} in the service`,
      ]);
    expect(disagreements([route], served('rooms.end'))).toHaveLength(1);
  });
});
