import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@capture/persistence';
import { JobScheduler } from '@capture/platform';
import { MailServer, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailJobs } from '../../src/mail/mail.jobs.js';
import { MailRepository } from '../../src/mail/mail.repository.js';
import { MailQueue } from '../../src/mail/mail-queue.js';
import { FolderMailer } from '../../src/mail/folder-mailer.js';
import { SmtpMailer } from '../../src/mail/smtp-mailer.js';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';

const SENDER = 'Capture <capture@acme.example>';
const MAIL = { recipient: 'ada@acme.example', subject: 'Grüße', text: 'https://x.test/?t=one-time\n' };
const HOUR_MS = 3_600_000;

describe('mails that wait', () => {
  let service: AccountsUnderTest;
  let server: MailServer;

  beforeAll(async () => {
    server = new MailServer();
    await server.start();
    service = await AccountsUnderTest.start({
      CAPTURE_SMTP_URL: server.url,
      CAPTURE_SMTP_ALLOW_PLAIN: 'true',
      CAPTURE_MAIL_FROM: SENDER,
    });
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  const add = (about: string, giveUpAfterMs = HOUR_MS) =>
    service.app.get(MailQueue).add({
      ...MAIL,
      about,
      giveUpAt: new Date(service.clock.now().getTime() + giveUpAfterMs),
    });
  const run = () => service.app.get(JobScheduler).runNow(MailJobs, 'sendDue');
  const waiting = (about: string) =>
    service.sql<{ id: string; sealed: string; attempts: number }>(
      'SELECT * FROM mail WHERE about = $1',
      about,
    );
  const takenFor = (id: string) => server.taken.filter(({ message }) => message.includes(id));

  it('are sent once, by any number of processes at once, as text from the sender, and are gone then', async () => {
    await server.stop();
    await Promise.all(Array.from({ length: 40 }, () => add('sent')));
    const rows = await waiting('sent');
    await server.start();
    service.clock.advance(3_600 - 60);
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => service.app.get(MailJobs).sendDue(signal)));
    await until('a queue without it', async () => (await waiting('sent')).length === 0);
    const taken = rows.flatMap(({ id }) => takenFor(id));
    expect(taken).toMatchObject(rows.map(() => ({ from: 'capture@acme.example', to: [MAIL.recipient] })));
    expect(taken[0]?.message).toMatch(/^content-type: text\/plain/im);
    expect(taken[0]?.text).toContain(MAIL.text.trim());
  });

  it('wait while the server is away, with pauses that grow, and arrive when it is back', async () => {
    await server.stop();
    await add('away');
    await run();
    const [first] = await waiting('away');
    expect(first?.attempts).toBe(1);
    await run();
    expect((await waiting('away'))[0]?.attempts).toBe(1);
    service.clock.advance(3);
    await run();
    expect((await waiting('away'))[0]?.attempts).toBe(2);
    await server.start();
    service.clock.advance(5);
    await run();
    expect(takenFor(first?.id ?? '')).toHaveLength(1);
    expect(await waiting('away')).toEqual([]);
  });

  it('are given up when their time is over, unsent', async () => {
    await server.stop();
    await add('late', 60_000);
    await run();
    const [row] = await waiting('late');
    await server.start();
    service.clock.advance(120);
    await run();
    expect([takenFor(row?.id ?? ''), await waiting('late')]).toEqual([[], []]);
  });

  it('that one process has claimed are no other one’s, without waiting for it', async () => {
    const { app, clock } = service;
    const hours = (count: number) => new Date(clock.now().getTime() + count * HOUR_MS);
    const insert = (from: number, to: number) =>
      service.sql(
        "INSERT INTO mail SELECT 'claimed ' || n, 'claimed', 'x', 'x', 0, $1, $1, $1 FROM generate_series($2::int, $3::int) n RETURNING id",
        hours(1),
        from,
        to,
      );
    // A queue is nearly empty when statistics are made of it, and then a plan chose the rows again for each row.
    await insert(1, 1);
    await service.sql('ANALYZE mail');
    await insert(2, 10);
    const [database, mails] = [app.get(Database), app.get(MailRepository)];
    const claim = () => mails.claim(hours(2), 24 * HOUR_MS, 5);
    const both = await database.forEveryOrganization('as the job does', () =>
      database.run(async () => [await claim(), await database.outsideTransaction(claim)]),
    );
    expect(both.map((claimed) => claimed.length)).toEqual([5, 5]);
    expect(new Set(both.flat().map(({ id }) => id)).size).toBe(10);
    await app.get(MailQueue).takeBack('claimed');
  });

  it('show no link in the table', async () => {
    await server.stop();
    await add('secret');
    const [row] = await waiting('secret');
    const stored = `${JSON.stringify(row)} ${Buffer.from(row?.sealed ?? '', 'base64').toString('latin1')}`;
    expect(stored).not.toContain('one-time');
    await service.app.get(MailQueue).takeBack('secret');
    expect(await waiting('secret')).toEqual([]);
    await server.start();
  });
});

describe('a mail server', () => {
  let server: MailServer | undefined;
  afterEach(() => server?.stop());

  const started = async (options: ConstructorParameters<typeof MailServer>[0]) => {
    server = new MailServer(options);
    await server.start();
    return server;
  };

  it('that offers no TLS gets nothing, unless plain connections are allowed', async () => {
    const { url, taken } = await started({});
    await expect(
      new SmtpMailer({ url, sender: SENDER, allowPlain: false }).send('a', MAIL),
    ).rejects.toThrow();
    expect(taken).toEqual([]);
    await new SmtpMailer({ url, sender: SENDER, allowPlain: true }).send('a', MAIL);
    expect(taken).toHaveLength(1);
  });

  it('gets user and password of its URL', async () => {
    const seen: unknown[] = [];
    const { port, taken } = await started({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    const url = `smtp://us%40er:p%2Fw@127.0.0.1:${port}`;
    await new SmtpMailer({ url, sender: SENDER, allowPlain: true }).send('a', MAIL);
    expect([seen, taken.length]).toEqual([[['us@er', 'p/w']], 1]);
  });

  it('gets one recipient, whatever the address looks like', async () => {
    const { url, taken } = await started({});
    const recipient = 'a,eve@acme.example';
    await new SmtpMailer({ url, sender: SENDER, allowPlain: true }).send('a', { ...MAIL, recipient });
    expect(taken.map(({ to }) => to)).toEqual([['"a,eve"@acme.example']]);
  });
});

describe('without a mail server', () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'capture-mail-'));
    folder = join(parent, 'mail');
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('mails are files that only their owner reads, one however often it is sent', async () => {
    const mailer = new FolderMailer(folder, SENDER);
    await mailer.send('one', MAIL);
    await mailer.send('one', MAIL);
    expect(await readdir(folder)).toEqual(['one.txt']);
    const file = join(folder, 'one.txt');
    expect(await readFile(file, 'utf8')).toBe(
      `From: ${SENDER}\nTo: ${MAIL.recipient}\nSubject: ${MAIL.subject}\n\n${MAIL.text}`,
    );
    expect([(await stat(folder)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
  });
});
