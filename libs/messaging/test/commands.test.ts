import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  AppError,
  newId,
  type AllowanceState,
  type CheckAllowance,
  type DeleteRecording,
} from '@capture/contracts';
import { startService, type RunningService } from '@capture/platform';
import { PRINCIPAL_ENV, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bus, BUS } from '../src/bus/bus.js';
import { CommandHandler } from '../src/commands/command-handler.js';
import { Commands } from '../src/commands/commands.js';
import { BusConfig } from '../src/bus/config.js';
import { MessagingModule } from '../src/messaging.module.js';
import { inProcess, nats } from './fixtures/buses.js';

const REFUSED = newId('organization');
const UNREADABLE = newId('organization');
const ALLOWANCE: AllowanceState = {
  includedSec: 10,
  usedSec: 1,
  spent: false,
  organizationPaused: false,
  submissionCap: 1,
  ownerMemberId: null,
};

const handled: string[] = [];

@Controller()
class AccountsCommands {
  @CommandHandler('accounts.check_allowance')
  async allowance(@Payload() { organizationId }: CheckAllowance): Promise<AllowanceState> {
    handled.push(organizationId);
    if (organizationId === REFUSED) throw new AppError('organization_paused', 'Paused.');
    return organizationId === UNREADABLE ? ({ usedSec: 'some' } as never) : ALLOWANCE;
  }
}

@Module({ imports: [MessagingModule], controllers: [AccountsCommands] })
class AccountsModule {}

@Module({ imports: [MessagingModule] })
class CallerModule {}

describe.each([inProcess(), nats()])('commands between services, bus: $name', (under) => {
  const running: RunningService[] = [];
  let commands: Commands;

  beforeAll(async () => {
    await under.start();
    const shared = under.name === 'NATS' ? undefined : under.join('accounts');
    for (const [name, module] of [['accounts', AccountsModule] as const, ['caller', CallerModule] as const]) {
      running.push(
        await startService(
          { name, config: BusConfig, module },
          {
            env: { ...PRINCIPAL_ENV, LOG_LEVEL: 'silent' },
            shared: [{ provide: BUS, useValue: shared ?? under.join(name) }],
          },
        ),
      );
    }
    const bus = running[1]!.app.get(Bus);
    await until('the bus', () => bus.check().then(() => true));
    commands = running[1]!.app.get(Commands);
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.close()));
    await under.stop();
  });

  it('reach the handler of their pattern and version and bring back its reply', async () => {
    const sent = commands.send('accounts.check_allowance', { organizationId: newId('organization') });
    expect(await sent).toEqual(ALLOWANCE);
  });

  it('are refused at the caller as the handler refused them', async () => {
    const sent = commands.send('accounts.check_allowance', { organizationId: REFUSED });
    await expect(sent).rejects.toMatchObject({ code: 'organization_paused', detail: 'Paused.' });
  });

  it('with a payload that does not fit its class never reach their handler and fail as internal', async () => {
    const sent = commands.send('accounts.check_allowance', { organizationId: 'nobody' });
    await expect(sent).rejects.toMatchObject({ code: 'internal' });
    expect(handled).not.toContain('nobody');
  });

  it('with a reply that does not fit its class fail as internal', async () => {
    const sent = commands.send('accounts.check_allowance', { organizationId: UNREADABLE });
    await expect(sent).rejects.toMatchObject({ code: 'internal' });
  });

  it('that nobody serves are unavailable', async () => {
    const payload: DeleteRecording = {
      organizationId: newId('organization'),
      recordingId: newId('recording'),
      reason: 'operator',
    };
    await expect(commands.send('recordings.delete', payload)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });
});
