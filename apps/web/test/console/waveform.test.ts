import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RangedFile } from '../../src/console/recordings/waveform/ranged-file.js';
import { soundOf } from '../../src/console/recordings/waveform/sound-packets.js';
import { columnAt, COLUMNS } from '../../src/console/recordings/waveform/waveform.model.js';

const run = promisify(execFile);
const CLIP_SEC = 10;
const HOURS_2 = 7_200;
/** A question of this size, and no more than one a column beside the index. */
const MOST_OF_A_COLUMN = 32 * 1024;

describe('what a waveform reads of a file', () => {
  let directory: string;
  let file: string;
  let sizeBytes: number;
  let server: Server;
  let url: string;
  /** The lengths of what was sent. */
  const sent: number[] = [];

  /** Two hours of H.264 and Opus with the index in front, as the copy that players seek in. */
  async function makeLongTrack(): Promise<void> {
    const clip = join(directory, 'clip.mp4');
    const inputs = ['-f', 'lavfi', '-i', `testsrc=size=320x240:rate=5:duration=${CLIP_SEC}`];
    const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${CLIP_SEC}`];
    const codecs = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-b:v',
      '60k',
      '-c:a',
      'libopus',
      '-b:a',
      '48k',
    ];
    await run('ffmpeg', ['-loglevel', 'error', ...inputs, ...sound, ...codecs, '-y', clip]);
    const again = ['-stream_loop', String(HOURS_2 / CLIP_SEC - 1), '-i', clip, '-c', 'copy'];
    await run('ffmpeg', ['-loglevel', 'error', ...again, '-movflags', '+faststart', '-y', file]);
    ({ size: sizeBytes } = await stat(file));
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-waveform-'));
    file = join(directory, 'long.mp4');
    await makeLongTrack();
    server = createServer((request, response) => {
      if (request.url === '/whole')
        return void response.writeHead(200, { 'content-length': sizeBytes }).end();
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const range = { start: Number(start), end: Math.min(Number(end), sizeBytes - 1) };
      sent.push(range.end - range.start + 1);
      response.writeHead(206, {
        'content-length': range.end - range.start + 1,
        'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}`,
      });
      createReadStream(file, range).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await rm(directory, { recursive: true, force: true });
  });

  const signal = () => new AbortController().signal;

  it('is a fraction of a track of two hours, a small piece at a time, with sound for every column', async () => {
    const sound = await soundOf(await RangedFile.open(url, signal()));
    const indexBytes = Math.max(...sent);
    const heard = new Set<number>();
    for await (const { timestamp, duration } of sound?.packets(HOURS_2) ?? [])
      heard.add(columnAt(timestamp + duration / 2, HOURS_2));
    expect(heard.size).toBe(COLUMNS);
    const read = sent.reduce((sum, bytes) => sum + bytes, 0);
    expect(read).toBeLessThan(sizeBytes / 3);
    expect(sent.filter((bytes) => bytes > MOST_OF_A_COLUMN && bytes !== indexBytes)).toEqual([]);
  });

  it('is nothing where a server would send all of it', async () => {
    await expect(RangedFile.open(`${url}/whole`, signal())).rejects.toThrow('A range was answered with 200.');
  });

  it('ends at a bound, for a file that would have to be read from end to end', async () => {
    const ranged = await RangedFile.open(url, signal());
    const all = async () => {
      for (let round = 0; ; round += 1)
        await ranged.read((round % 2) * 8_000_000, (round % 2) * 8_000_000 + 8_000_000);
    };
    await expect(all()).rejects.toThrow('Too much of the file would have to be read.');
  });
});
