import { keptPlanFaults } from '@capture/service-testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { RoomPeople } from '../fixtures/room-people.js';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';

let service: SessionsUnderTest;
beforeAll(async () => {
  service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('what it takes to enter a room and to talk in it reads no table as a whole, whenever its plans were made', async () => {
  const faults = await keptPlanFaults(service.databaseUrl, async () => {
    const room = await RoomPeople.open(service);
    const [host, guest] = [await room.host(), await room.guest('Grace')];
    await guest.socket.hear('welcome');
    host.socket.say({ type: 'chat', text: 'Hello' });
    await guest.socket.hear('chat');
  });
  expect(faults).toEqual([]);
});
