/** The marks of a recorded file, as FFmpeg decodes it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLICK_LEVEL, numberOf, STRIPES } from './marked-devices.js';

const run = promisify(execFile);
const RATE = 48_000;

/** Times are milliseconds into the file's picture, and into its sound with nothing left out at its beginning. */
export interface RecordedMarks {
  pictures: { at: number; number: number }[];
  clicks: number[];
}

export async function recordedMarks(bytes: Uint8Array): Promise<RecordedMarks> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-marks-'));
  const file = join(folder, 'track.mp4');
  try {
    await writeFile(file, bytes);
    return { pictures: await picturesOf(file), clicks: await clicksOf(file) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function picturesOf(file: string): Promise<RecordedMarks['pictures']> {
  const entries = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  const { stdout: listed } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries]);
  const times = listed.trim().split(/\s+/).map(parseFloat);
  const scaled = ['-vsync', 'passthrough', '-vf', `scale=${STRIPES}:1:flags=area,format=gray`];
  const pixels = await decoded(file, [...scaled, '-f', 'rawvideo']);
  return times.flatMap((time, index) => {
    const number = numberOf(pixels.subarray(index * STRIPES, (index + 1) * STRIPES));
    return number === null ? [] : [{ at: time * 1000, number }];
  });
}

/** Where a busy browser lost sound, FFmpeg is to put silence in its place, as the file's timestamps say. */
const BY_TIMESTAMPS = 'aresample=async=1:min_hard_comp=0.004';

async function clicksOf(file: string): Promise<number[]> {
  const bytes = await decoded(file, [
    '-vn',
    '-af',
    BY_TIMESTAMPS,
    '-ac',
    '1',
    '-ar',
    String(RATE),
    '-f',
    'f32le',
  ]);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const clicks: number[] = [];
  let loudAt = -Infinity;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) <= CLICK_LEVEL) continue;
    if (index - loudAt > RATE / 2) clicks.push((index / RATE) * 1000);
    loudAt = index;
  }
  return clicks;
}

async function decoded(file: string, options: string[]): Promise<Buffer> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...options, '-'], {
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}
