/** What ffprobe, which knows nothing of us, makes of a file. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Inspection {
  codecs: string[];
  durationSec: number;
  videoFrames: number;
}

/** Decodes a file from its first to its last frame; rejects at the first complaint. */
export async function inspect(bytes: Buffer): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-media-'));
  const file = join(folder, 'take.mp4');
  try {
    await writeFile(file, bytes);
    const { stdout, stderr } = await run('ffprobe', [
      ...['-v', 'error', '-of', 'json', '-count_frames'],
      ...['-show_entries', 'stream=codec_name,codec_type,nb_read_frames:packet=pts_time,duration_time'],
      file,
    ]);
    if (stderr) throw new Error(stderr);
    const probed = JSON.parse(stdout) as {
      packets: { pts_time: string }[];
      streams: { codec_name: string; codec_type: string; nb_read_frames: string }[];
    };
    return {
      codecs: probed.streams.map((stream) => stream.codec_name).sort(),
      durationSec: Math.max(...probed.packets.map((packet) => Number(packet.pts_time))),
      videoFrames: Number(probed.streams.find((stream) => stream.codec_type === 'video')?.nb_read_frames),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
