import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@capture/contracts';
import type { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseLost, LeaseRunner } from './lease-runner.js';
import type { Lease } from './lease.repository.js';

const REF = { organizationId: 'org_1', uploadId: 'upl_1' };
const database = {
  run: (work: () => Promise<unknown>) => work(),
  forOrganization: (_id: string, work: () => Promise<unknown>) => work(),
  forEveryOrganization: (_why: string, work: () => Promise<unknown>) => work(),
} as unknown as Database;

const leases = {
  claim: vi.fn(async (_ref: typeof REF): Promise<Lease | undefined> => ({
    ...REF,
    attempt: 1,
    state: 'pending',
    failure: null,
  })),
  renew: vi.fn(async () => true),
  postpone: vi.fn(async () => undefined),
  postponeCounted: vi.fn(async () => undefined),
  waiting: vi.fn(async (): Promise<Lease[]> => []),
  forgive: vi.fn(async () => undefined),
  holdSuspect: vi.fn(async (_ref: typeof REF): Promise<Lease | undefined> => undefined),
  letGo: vi.fn(async () => undefined),
};
/** An upload whose reader died. */
const isSuspect = (uploadId: string): void =>
  void leases.holdSuspect.mockImplementation((ref) =>
    Promise.resolve(
      ref.uploadId === uploadId ? { ...ref, attempt: 1, state: 'pending', failure: null } : undefined,
    ),
  );

class Runner extends LeaseRunner<typeof REF, Lease, string> {
  work = vi.fn(async (_signal: AbortSignal): Promise<string> => 'done');
  readonly claimed = vi.fn(async () => undefined);

  constructor(leaseMs = 60_000, concurrency = 1) {
    super(database, leases, new Clock(), { concurrency, leaseMs, retryMs: 1000 });
  }

  protected override execute(_row: Lease, signal: AbortSignal): Promise<string> {
    return this.work(signal);
  }
}

/** Work that goes on until it is aborted. */
const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

beforeEach(() => {
  vi.clearAllMocks();
  leases.holdSuspect.mockResolvedValue(undefined);
  vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});

describe('a lease runner', () => {
  it('runs a piece of work once, however many ask for it meanwhile', async () => {
    const runner = new Runner();
    const answers = await Promise.all([runner.run(REF), runner.run(REF)]);
    expect(answers).toEqual(['done', 'done']);
    expect(leases.claim).toHaveBeenCalledTimes(1);
  });

  it('leaves alone what another process has', async () => {
    leases.claim.mockResolvedValueOnce(undefined);
    const runner = new Runner();
    expect(await runner.run(REF)).toBeUndefined();
    expect(runner.work).not.toHaveBeenCalled();
  });

  it('does not work on what was given up, and says so in the transaction of the claim', async () => {
    leases.claim.mockResolvedValueOnce({ ...REF, attempt: 6, state: 'failed', failure: 'again and again' });
    const runner = new Runner();
    expect(await runner.run(REF)).toBeUndefined();
    expect(runner.claimed).toHaveBeenCalledTimes(1);
    expect(runner.work).not.toHaveBeenCalled();
  });

  it('postpones what failed, with the reason, and rejects', async () => {
    const runner = new Runner();
    runner.work.mockRejectedValueOnce(new Error('the disk is away'));
    await expect(runner.run(REF)).rejects.toThrow('the disk is away');
    expect(leases.postpone).toHaveBeenCalledWith(
      expect.objectContaining(REF),
      'the disk is away',
      expect.any(Date),
    );
    expect(await runner.run(REF)).toBe('done');
  });

  it('waits with that for a database that is away, as the attempt would count as one that ended its process', async () => {
    const runner = new Runner();
    runner.work.mockRejectedValueOnce(new Error('the connection ended'));
    leases.postpone.mockRejectedValueOnce(new AppError('service_unavailable', 'It cannot be reached.'));
    await expect(runner.run(REF)).rejects.toThrow('the connection ended');
    expect(leases.postpone).toHaveBeenCalledTimes(2);
  });

  it('does not wait where the database refuses the reason itself', async () => {
    const runner = new Runner();
    runner.work.mockRejectedValueOnce(new Error('no text'));
    leases.postpone.mockRejectedValueOnce(new Error('invalid byte sequence'));
    await expect(runner.run(REF)).rejects.toThrow('invalid byte sequence');
    expect(leases.postpone).toHaveBeenCalledTimes(1);
  });

  it('counts an attempt whose values the database refuses, so that it is not tried for ever', async () => {
    const runner = new Runner();
    const refused = Object.assign(new Error('value out of range'), { code: '22003' });
    runner.work.mockRejectedValueOnce(refused);
    await expect(runner.run(REF)).rejects.toThrow('value out of range');
    expect(leases.postponeCounted).toHaveBeenCalledWith(
      expect.objectContaining(REF),
      'value out of range',
      expect.any(Date),
    );
    expect(leases.postpone).not.toHaveBeenCalled();
  });

  it('aborts work whose lease was lost, and is not stopped by a renewal that fails', async () => {
    const runner = new Runner(3);
    leases.renew.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce(false);
    runner.work.mockImplementationOnce(untilAborted);
    expect(await runner.run(REF)).toBeUndefined();
    expect(leases.renew.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('ends work that is cancelled before it resolves, and never starts what still waits for a slot', async () => {
    const runner = new Runner();
    runner.work.mockImplementationOnce(untilAborted);
    const [running, waiting] = [runner.run(REF), runner.run({ ...REF, uploadId: 'upl_2' })];
    await pause(0);
    await runner.cancel('upl_2');
    await runner.cancel(REF.uploadId);
    expect([await running, await waiting]).toEqual([undefined, undefined]);
    expect(runner.work).toHaveBeenCalledTimes(1);
    expect(runner.work.mock.lastCall?.[0].reason).toBeInstanceOf(LeaseLost);
  });

  it('lets an organization go first that has nothing under way, however much another one has waiting', async () => {
    const runner = new Runner();
    const many = ['upl_1', 'upl_2', 'upl_3'].map((uploadId) => runner.run({ ...REF, uploadId }));
    const other = runner.run({ organizationId: 'org_2', uploadId: 'upl_4' });
    await Promise.all([...many, other]);
    const order = leases.claim.mock.calls.map(([{ uploadId }]) => uploadId);
    expect(order).toEqual(['upl_1', 'upl_4', 'upl_2', 'upl_3']);
  });

  it('reads alone what was under way when a process died, also beside another runner', async () => {
    const [runner, another] = [new Runner(60_000, 2), new Runner()];
    let [underWay, others] = [0, 0];
    const work = async (): Promise<string> => {
      underWay += 1;
      for (let turn = 0; turn < 3; turn += 1) await pause(0);
      underWay -= 1;
      return 'done';
    };
    runner.work.mockImplementation(work);
    another.work.mockImplementation(async () => {
      others = underWay;
      const answer = await work();
      others += underWay;
      return answer;
    });
    isSuspect('upl_2');
    const ids = ['upl_1', 'upl_3', 'upl_4', 'upl_5'];
    const asked = ids.map((uploadId) => runner.run({ ...REF, uploadId }));
    expect(await another.run({ ...REF, uploadId: 'upl_2' })).toBe('done');
    expect(others).toBe(0);
    expect(await Promise.all(asked)).toEqual(ids.map(() => 'done'));
  });

  it('holds what waits to be read alone without a turn, lets others go first, and lets go of it when it begins', async () => {
    const [runner, another] = [new Runner(3), new Runner()];
    let letGo = (): void => undefined;
    another.work.mockImplementationOnce(
      () => new Promise((resolve) => (letGo = () => void resolve('read long'))),
    );
    const long = another.run(REF);
    const suspect = { ...REF, uploadId: 'upl_2' };
    isSuspect(suspect.uploadId);
    const alone = runner.run(suspect);
    while (leases.renew.mock.calls.length < 2) await pause(1);
    expect(await runner.run({ ...REF, uploadId: 'upl_3' })).toBe('done');
    expect(runner.work).toHaveBeenCalledTimes(1);
    expect(leases.letGo).not.toHaveBeenCalled();
    letGo();
    expect([await long, await alone]).toEqual(['read long', 'done']);
    expect(leases.letGo).toHaveBeenCalledTimes(1);
  });

  it('does not begin what was taken from it while it waited to be read alone', async () => {
    const [runner, another] = [new Runner(3), new Runner()];
    another.work.mockImplementationOnce(untilAborted);
    const long = another.run(REF);
    const suspect = { ...REF, uploadId: 'upl_2' };
    isSuspect(suspect.uploadId);
    leases.renew.mockResolvedValueOnce(false);
    const alone = runner.run(suspect);
    while (leases.renew.mock.calls.length < 1) await pause(1);
    await another.cancel(REF.uploadId);
    expect([await long, await alone]).toEqual([undefined, undefined]);
    expect(runner.work).not.toHaveBeenCalled();
  });

  it('goes on with what waits, whichever of it fails', async () => {
    const runner = new Runner();
    const row = { ...REF, attempt: 1, state: 'pending', failure: null };
    leases.waiting.mockResolvedValueOnce([row, { ...row, uploadId: 'upl_2' }]);
    runner.work.mockRejectedValueOnce(new Error('the disk is away'));
    await runner.runWaiting();
    expect(runner.work).toHaveBeenCalledTimes(2);
  });
});
