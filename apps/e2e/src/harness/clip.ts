import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A real fragmented MP4 (H.264 and Opus), as a MediaRecorder writes it. */
export async function makeClip(seconds: number, bitrate = '300k', size = '320x240'): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'capture-clip-'));
  const file = join(directory, 'clip.mp4');
  const video = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=30:duration=${seconds}`];
  const audio = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${seconds}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    bitrate,
    '-g',
    '30',
    '-c:a',
    'libopus',
    '-b:a',
    '64k',
  ];
  const container = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-y', file];
  try {
    await run('ffmpeg', ['-loglevel', 'error', ...video, ...audio, ...codecs, ...container]);
    return await readFile(file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export interface Probe {
  durationSec: number;
  codecs: string[];
}

/** Reads a file with ffprobe. */
export async function probe(file: string): Promise<Probe> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    file,
  ]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string }[];
    format: { duration: string };
  };
  return { durationSec: Number(format.duration), codecs: streams.map(({ codec_name }) => codec_name).sort() };
}

/** The sizes of the picture in the order in which they are shown. Rejects when a frame cannot be decoded. */
export async function pictureSizes(file: string): Promise<string[]> {
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=width,height', '-of', 'json'],
    file,
  ]);
  if (stderr) throw new Error(stderr);
  const { frames } = JSON.parse(stdout) as { frames: { width: number; height: number }[] };
  const sizes = frames.map(({ width, height }) => `${width}x${height}`);
  return sizes.filter((size, index) => size !== sizes[index - 1]);
}
