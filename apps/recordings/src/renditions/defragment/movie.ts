import { boxesIn, fullBox, longAt, NotUnderstood, wordAt, type Box } from './boxes.js';
import { silenceOf, type Silence } from './silence.js';
import { TrackSamples } from './track-samples.js';
import type { Room } from './words.js';

const MAX_TRACKS = 16;
/** Codecs of browsers' recorders. An encrypted track has another name for its samples. */
const SAMPLE_ENTRIES = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp09', 'Opus', 'mp4a']);
const KINDS = new Set(['vide', 'soun']);
const SAMPLE_TABLES = ['stts', 'ctts', 'stss', 'stsz', 'stz2', 'stsc', 'stco', 'co64'];
/** What the copy does without, as that of any other file does. */
const LEFT_OUT = ['free', 'skip', 'udta', 'meta'];
/** Box, version and flags, then dates and a duration of 32 bits in version 0 and of 64 in version 1. */
const DATED = {
  mvhd: { headBytes: 4, tailBytes: 80 },
  tkhd: { headBytes: 8, tailBytes: 60 },
  mdhd: { headBytes: 4, tailBytes: 4 },
};
const SELF_CONTAINED = 1;
const NORMAL_RATE = 0x1_0000;

/** A header with dates and a duration (8.2.2, 8.3.2, 8.4.2). */
export interface Dated {
  type: keyof typeof DATED;
  version: number;
  flags: number;
  created: number;
  modified: number;
  /** Between dates and duration: ticks per second, or the track's id. */
  head: Buffer;
  /** After the duration. */
  tail: Buffer;
}

/** What samples of a fragment are like unless it says otherwise. */
export interface SampleDefaults {
  duration: number;
  size: number;
  flags: number;
}

export interface Track {
  id: number;
  isSound: boolean;
  header: Dated;
  mediaHeader: Dated;
  /** Ticks per second. */
  timescale: number;
  /** Of the first sample that is shown, in ticks; 0 without an edit list. */
  mediaTime: number;
  /** For how long nothing is shown at first, in ticks of the movie. */
  emptyTicks: number;
  /** Boxes that are the same in the copy. */
  kept: { beforeMediaInformation: Box[]; beforeSampleTable: Box[]; description: Box };
  defaults: SampleDefaults;
  /** Of its codec; undefined for pictures and where none is known. */
  silence: Silence | undefined;
  samples: TrackSamples;
}

export interface Movie {
  header: Dated;
  /** Ticks per second. */
  timescale: number;
  tracks: Track[];
}

/**
 * A `moov` that announces fragments and has no samples itself.
 * @throws NotUnderstood on anything in it that may matter and is not known here.
 */
export function readMovie(content: Buffer, room: Room): Movie {
  const { mvhd, trak = [], mvex } = sorted(content, { needed: ['mvhd', 'mvex'], many: ['trak'] });
  const defaults = readDefaults(first(mvex).content);
  const header = readDated('mvhd', first(mvhd));
  if (trak.length === 0 || trak.length > MAX_TRACKS) throw new NotUnderstood('a number of tracks');
  const tracks = trak.map(({ content: track }) => readTrack(track, defaults, room));
  if (new Set(tracks.map(({ id }) => id)).size < tracks.length) throw new NotUnderstood('tracks of one id');
  return { header, timescale: timescaleOf(header), tracks };
}

function readTrack(content: Buffer, defaults: ReadonlyMap<number, SampleDefaults>, room: Room): Track {
  const { tkhd, mdia, edts = [] } = sorted(content, { needed: ['tkhd', 'mdia'], once: ['edts'] });
  const {
    mdhd,
    hdlr = [],
    minf,
    elng = [],
  } = sorted(first(mdia).content, {
    needed: ['mdhd', 'hdlr', 'minf'],
    once: ['elng'],
  });
  const information = { needed: ['dinf', 'stbl'], once: ['vmhd', 'smhd'] };
  const { vmhd = [], smhd = [], dinf = [], stbl } = sorted(first(minf).content, information);
  requireOwnData(first(dinf).content);
  const kind = first(hdlr).content.toString('latin1', 8, 12);
  if (!KINDS.has(kind)) throw new NotUnderstood('a track of another kind');
  const header = readDated('tkhd', first(tkhd));
  const mediaHeader = readDated('mdhd', first(mdhd));
  const id = wordAt(header.head, 0);
  const own = defaults.get(id);
  if (!own) throw new NotUnderstood('a track without fragments');
  const [isSound, timescale] = [kind === 'soun', timescaleOf(mediaHeader)];
  const description = readDescription(first(stbl).content);
  return {
    id,
    isSound,
    header,
    mediaHeader,
    timescale,
    ...readEdits(edts[0]?.content),
    kept: {
      beforeMediaInformation: [...hdlr, ...elng],
      beforeSampleTable: [...vmhd, ...smhd, ...dinf],
      description,
    },
    defaults: own,
    silence: isSound ? silenceOf(description, timescale) : undefined,
    samples: new TrackSamples(room),
  };
}

/** The one sample description of a table that has no samples yet. */
function readDescription(content: Buffer): Box {
  const { stsd, ...tables } = sorted(content, {
    needed: ['stsd'],
    once: SAMPLE_TABLES,
    ignored: ['sgpd', 'sbgp'],
  });
  for (const [type, [table]] of Object.entries(tables)) {
    const count = table ? wordAt(table.content, type === 'stsz' || type === 'stz2' ? 8 : 4) : 0;
    if (count > 0) throw new NotUnderstood('samples before the first fragment');
  }
  const { content: descriptions } = first(stsd);
  const entries = boxesIn(descriptions.subarray(8));
  if (wordAt(descriptions, 4) !== 1 || !SAMPLE_ENTRIES.has(first(entries).type) || entries.length > 1)
    throw new NotUnderstood('a sample description');
  return first(stsd);
}

/** An edit list that begins with nothing or not at the first sample, and then plays on to the end (8.6.6). */
function readEdits(content?: Buffer): Pick<Track, 'mediaTime' | 'emptyTicks'> {
  const edits = { mediaTime: 0, emptyTicks: 0 };
  if (!content) return edits;
  const { version, body } = fullBox(first(sorted(content, { needed: ['elst'] }).elst).content);
  const [isLong, count] = [version === 1, wordAt(body, 0)];
  const entryBytes = isLong ? 20 : 12;
  if (version > 1 || body.length !== 4 + count * entryBytes) throw new NotUnderstood('an edit list');
  for (let index = 0; index < count; index += 1) {
    const entry = body.subarray(4 + index * entryBytes);
    const duration = isLong ? longAt(entry, 0) : wordAt(entry, 0);
    const time = isLong ? Number(entry.readBigInt64BE(8)) : entry.readInt32BE(4);
    const isLast = index === count - 1;
    if (wordAt(entry, entryBytes - 4) !== NORMAL_RATE) throw new NotUnderstood('an edit of another rate');
    if (!isLast && time === -1) edits.emptyTicks += duration;
    else if (isLast && time >= 0 && Number.isSafeInteger(time) && duration === 0) edits.mediaTime = time;
    else throw new NotUnderstood('an edit that leaves something out');
  }
  return edits;
}

function readDefaults(content: Buffer): Map<number, SampleDefaults> {
  const { trex = [] } = sorted(content, { many: ['trex'], once: ['mehd'] });
  return new Map(
    trex.map((each) => {
      const { body } = fullBox(each.content);
      if (wordAt(body, 4) !== 1) throw new NotUnderstood('another sample description');
      return [
        wordAt(body, 0),
        { duration: wordAt(body, 8), size: wordAt(body, 12), flags: wordAt(body, 16) },
      ];
    }),
  );
}

function readDated(type: Dated['type'], { content }: Box): Dated {
  const { version, flags, body } = fullBox(content);
  const { headBytes, tailBytes } = DATED[type];
  const [read, numberBytes] = version === 1 ? [longAt, 8] : [wordAt, 4];
  const tail = 2 * numberBytes + headBytes + numberBytes;
  if (version > 1 || body.length !== tail + tailBytes) throw new NotUnderstood('a header of another size');
  return {
    type,
    version,
    flags,
    created: read(body, 0),
    modified: read(body, numberBytes),
    head: body.subarray(2 * numberBytes, 2 * numberBytes + headBytes),
    tail: body.subarray(tail),
  };
}

function timescaleOf({ head }: Dated): number {
  const timescale = wordAt(head, 0);
  if (timescale === 0) throw new NotUnderstood('no ticks in a second');
  return timescale;
}

/** @throws NotUnderstood when the media lie in another file (8.7.2) */
function requireOwnData(content: Buffer): void {
  const { content: references } = first(sorted(content, { needed: ['dref'] }).dref);
  const entries = boxesIn(references.subarray(8));
  if (wordAt(references, 4) !== 1 || entries.length !== 1 || first(entries).type !== 'url ')
    throw new NotUnderstood('a data reference');
  if (!(fullBox(first(entries).content).flags & SELF_CONTAINED)) throw new NotUnderstood('another file');
}

interface Children {
  /** There is exactly one. */
  needed?: string[];
  once?: string[];
  many?: string[];
  ignored?: string[];
}

/** Boxes by their types. @throws NotUnderstood when there are others */
function sorted(
  content: Buffer,
  { needed = [], once = [], many = [], ignored = [] }: Children,
): Record<string, Box[]> {
  const found: Record<string, Box[]> = Object.fromEntries([...needed, ...many].map((type) => [type, []]));
  for (const each of boxesIn(content)) {
    if ([...LEFT_OUT, ...ignored].includes(each.type)) continue;
    if (![...needed, ...once, ...many].includes(each.type)) throw new NotUnderstood('an unknown box');
    (found[each.type] ??= []).push(each);
  }
  for (const [type, { length }] of Object.entries(found))
    if ((length > 1 && !many.includes(type)) || (length === 0 && needed.includes(type)))
      throw new NotUnderstood('a box that is missing or there twice');
  return found;
}

function first(boxes: Box[] | undefined): Box {
  const box = boxes?.[0];
  if (!box) throw new NotUnderstood('a box that is missing');
  return box;
}
