import type { Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService } from '@nestjs/core';
import { kindsTaken } from '@capture/platform';
import { expect, inject, it } from 'vitest';
import { SessionsUnderTest } from '../fixtures/sessions-under-test.js';

interface Route {
  name: string;
  takesCapabilities: boolean;
  isIntercepted: boolean;
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  const names = Object.getOwnPropertyNames(prototype);
  const handlers = names.map((name) => [name, prototype[name] as object] as const);
  const isIntercepted = (target: object): boolean => Reflect.hasMetadata(INTERCEPTORS_METADATA, target);
  return handlers
    .filter(([, handler]) => Reflect.hasMetadata(METHOD_METADATA, handler))
    .map(([name, handler]) => ({
      name: `${controller.name}.${name}`,
      takesCapabilities: kindsTaken(handler, controller).includes('capability'),
      isIntercepted: isIntercepted(handler) || isIntercepted(controller),
    }));
}

it('what people in a room call passes no interceptor: one would keep the call until a full collection', async () => {
  const service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
  const controllers = service.app().get(DiscoveryService, { strict: false }).getControllers();
  const routes = controllers.flatMap(({ metatype }) => (metatype ? routesOf(metatype as Type) : []));
  await service.stop();
  const ofRooms = routes.filter(({ takesCapabilities }) => takesCapabilities);
  expect(ofRooms.map(({ name }) => name)).toContain('RoomController.join');
  expect(ofRooms.filter(({ isIntercepted }) => isIntercepted)).toEqual([]);
  // Keys may repeat theirs.
  expect(routes).toContainEqual(
    expect.objectContaining({ name: 'SessionController.open', isIntercepted: true }),
  );
});
