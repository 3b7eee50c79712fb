import { soak } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../harness/clients/respondent.js';
import { noise, rawPut, TakeUpload } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const MIB = 1024 * 1024;
const FLIPS = soak(200);

describe(`uploads that do not match their declaration (${MODE})`, () => {
  let fixture: CaptureFixture;

  beforeAll(async () => {
    fixture = await CaptureFixture.create(sharedProduct().credentials);
  });
  afterAll(() => fixture.clear());

  it('scenario 35: a flipped bit is refused wherever it is, stores nothing, and the right bytes are taken afterwards', async () => {
    const take = await TakeUpload.open(fixture.api, fixture.visitor, noise(64 * 1024));
    const grant = await take.grant(1);
    if (!grant) throw new Error('the part is stored before it was sent');
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const bytes = Buffer.from(take.bytes);
      const at = Math.floor((flip * bytes.length) / FLIPS);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 8));
      const refused = await take.put(grant, bytes);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'invalid_input', field: 'Content-Digest' });
    }
    expect(await take.stored()).toEqual([]);
    expect((await take.put(grant)).status).toBe(204);
    expect((await take.complete({ sha256: sha256(take.bytes) })).status).toBe(201);
  });

  it('scenario 39: a take that declares 1 MiB is granted no more, and 1 GiB sent for it is refused long before its end', async () => {
    const take = await TakeUpload.open(fixture.api, fixture.visitor, noise(MIB));
    const larger = [{ number: 1, size: 8 * MIB, sha256: sha256(take.bytes) }];
    const refused = await fixture.api.call('POST', `/v1/respond/takes/${take.takeId}/parts`, {
      token: fixture.visitor.access.key,
      body: { parts: larger },
    });
    expect(refused).toMatchObject({ status: 400, body: { field: 'parts.0.size' } });
    const grant = await take.grant(1);
    if (!grant) throw new Error('the part is stored before it was sent');
    const flood = 1024 * MIB;
    const announced = rawPut(grant, { 'content-length': flood });
    announced.request.write(noise(64 * 1024));
    expect(await announced.answered).toBe(413);
    announced.request.destroy();
    const chunked = rawPut(grant, { 'transfer-encoding': 'chunked' });
    let ended = false;
    const closed = chunked.answered.then(() => (ended = true));
    let sent = 0;
    for (const chunk = noise(MIB); !ended && sent < flood; sent += chunk.length) {
      const written = new Promise<void>((resolve) => chunked.request.write(chunk, () => resolve()));
      await Promise.race([written, closed]);
    }
    // Either the answer arrives or the server closes the connection.
    expect([413, null]).toContain(await chunked.answered);
    expect(sent).toBeLessThan(flood / 4);
    chunked.request.destroy();
    expect(await take.stored()).toEqual([]);
    expect(await take.sendMissing()).toEqual([1]);
    expect((await take.complete({ sha256: sha256(take.bytes) })).status).toBe(201);
  });

  it('scenario 40: a page of HTML named mp4 is refused when it is submitted, and no recording is made of it', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50));
    const take = await TakeUpload.open(fixture.api, fixture.respondent, html);
    await take.sendMissing();
    expect(await take.complete()).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'contentType' },
    });
    const { data } = await fixture.submissions();
    expect(data.filter(({ contactId }) => contactId === fixture.contact.id)).toEqual([]);
    const { data: recordings } = await fixture.api.get<{ data: { tracks: { sha256: string }[] }[] }>(
      '/v1/recordings?limit=100',
    );
    expect(JSON.stringify(recordings)).not.toContain(sha256(html));
  });
});
