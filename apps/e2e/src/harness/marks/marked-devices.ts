/** A camera whose pictures tell their numbers, and a microphone that clicks once a second. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FRAMES_PER_SECOND = 15;
const SECONDS = 20;
/** Pictures until they begin again. */
export const PICTURES = FRAMES_PER_SECOND * SECONDS;
/** A picture is a row of stripes: white, black, then the number, the highest bit first. */
export const STRIPES = 16;
const BITS = 10;
const [WIDTH, HEIGHT] = [320, 180];
const SAMPLE_RATE = 48_000;
const CLICK_MS = 10;
/** A sample beyond this is of a click; between clicks there is silence. */
export const CLICK_LEVEL = 0.1;

export interface MarkedDevices {
  /** For Chromium, in place of its own fake devices. */
  flags: string[];
  remove(): Promise<void>;
}

export async function makeMarkedDevices(): Promise<MarkedDevices> {
  const folder = await mkdtemp(join(tmpdir(), 'capture-marks-'));
  const [camera, microphone] = [join(folder, 'camera.y4m'), join(folder, 'microphone.wav')];
  await writeCamera(camera);
  await writeFile(microphone, clicks());
  return {
    flags: [`--use-file-for-fake-video-capture=${camera}`, `--use-file-for-fake-audio-capture=${microphone}`],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The number that a picture shows, by the brightness of its stripes (0 to 255); null when it shows none. */
export function numberOf(stripes: ArrayLike<number>): number | null {
  const [white = 0, black = 255] = [stripes[0], stripes[1]];
  if (white - black < 100) return null;
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1)
    number = number * 2 + ((stripes[2 + bit] ?? 0) > (white + black) / 2 ? 1 : 0);
  return number < PICTURES ? number : null;
}

async function writeCamera(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
    for (let number = 0; number < PICTURES; number += 1)
      await file.write(Buffer.concat([Buffer.from('FRAME\n'), picture(number)]));
  } finally {
    await file.close();
  }
}

function picture(number: number): Buffer {
  const isWhite = (stripe: number): boolean =>
    stripe === 0 || (stripe >= 2 && stripe < 2 + BITS && ((number >> (BITS - 1 - (stripe - 2))) & 1) === 1);
  const row = Buffer.from(
    Array.from({ length: WIDTH }, (_, x) => (isWhite(Math.floor((x * STRIPES) / WIDTH)) ? 235 : 16)),
  );
  const gray = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  return Buffer.concat([...Array.from({ length: HEIGHT }, () => row), gray]);
}

/** 16-bit mono WAV, as long as the camera's pictures take. */
function clicks(): Buffer {
  const samples = new Int16Array(SAMPLE_RATE * SECONDS);
  for (let second = 0; second < SECONDS; second += 1)
    for (let index = 0; index < (SAMPLE_RATE * CLICK_MS) / 1000; index += 1)
      samples[second * SAMPLE_RATE + SAMPLE_RATE / 2 + index] = index % 24 < 12 ? 26_000 : -26_000;
  const header = Buffer.alloc(44);
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
