import { AppError } from '@capture/contracts';
import { expect, it } from 'vitest';
import { Failures } from './failures.js';

it('an error is shown as the library says that knows it, and as internal where none does', () => {
  const failures = new Failures();
  const known = new Error('connection terminated');
  failures.add((error) => (error === known ? new AppError('service_unavailable', 'Try again.') : error));
  failures.add((error) => error);
  expect(failures.shown(known).code).toBe('service_unavailable');
  expect(failures.shown(new Error('a secret')).code).toBe('internal');
  expect(failures.shown(new AppError('conflict', 'No.')).code).toBe('conflict');
});
