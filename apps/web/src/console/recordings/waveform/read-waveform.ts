import { RangedFile } from './ranged-file.js';
import { soundOf, type Sound } from './sound-packets.js';
import { COLUMNS, raise } from './waveform.model.js';

/** Packets that wait for the decoder. */
const MOST_WAITING = 32;
const MICROSECONDS = 1_000_000;

/** The readings under way, one after another: each takes from the network what the player does not. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The level of a track's sound over time, from 0 to 1, one a column; null where it has none, or this browser cannot decode it.
 * @throws Error when the file cannot be read by ranges; whatever a signal that is given throws.
 */
export function readWaveform(
  url: string,
  durationSec: number,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  const read = async () => {
    signal.throwIfAborted();
    if (!('AudioDecoder' in globalThis)) return null;
    const sound = await soundOf(await RangedFile.open(url, signal));
    return sound && levelsOf(sound, durationSec, signal);
  };
  const mine = turn.then(read);
  turn = mine.catch(() => undefined);
  return mine;
}

async function levelsOf(
  { track, packets }: Sound,
  durationSec: number,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  const config = await track.getDecoderConfig();
  if (!config || (await AudioDecoder.isConfigSupported(config)).supported !== true) return null;
  const levels = Array.from({ length: COLUMNS }, () => 0);
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (fail = reject));
  failure.catch(() => undefined);
  const decoder = new AudioDecoder({
    output: (data) => {
      const { timestamp, sampleRate } = data;
      raise(
        levels,
        { samples: firstChannel(data), atSec: timestamp / MICROSECONDS, sampleRate },
        durationSec,
      );
      data.close();
    },
    error: (error) => fail(error),
  });
  try {
    decoder.configure(config);
    for await (const packet of packets(durationSec)) {
      signal.throwIfAborted();
      decoder.decode(packet.toEncodedAudioChunk());
      if (decoder.decodeQueueSize > MOST_WAITING) await Promise.race([dequeued(decoder), failure]);
    }
    await Promise.race([decoder.flush(), failure]);
    return levels;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
}

function firstChannel(data: AudioData): Float32Array {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
  return samples;
}

function dequeued(decoder: AudioDecoder): Promise<void> {
  return new Promise((resolve) => decoder.addEventListener('dequeue', () => resolve(), { once: true }));
}
