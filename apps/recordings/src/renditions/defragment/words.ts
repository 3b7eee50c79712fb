import { MAX_PACKETS, NotRemuxable } from '../not-remuxable.js';

const BLOCK_BYTES = 16 * 1024;

/** What the index of a file may take, all its tracks together. */
export class Room {
  private packets = MAX_PACKETS;

  /** @param bytes of memory */
  constructor(private bytes: number) {}

  /** @throws NotRemuxable when there is less than that */
  take(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new NotRemuxable('the index of the file would be too large');
  }

  /** @throws NotRemuxable when that would be too many */
  takePackets(count: number): void {
    this.packets -= count;
    if (this.packets < 0) throw new NotRemuxable('the file claims more media than it has bytes for');
  }
}

/** 32-bit numbers one after another, in the byte order of files, in blocks that are never copied to grow. */
export class Words {
  length = 0;
  private readonly blocks: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = BLOCK_BYTES;

  constructor(private readonly room: Room) {}

  push(value: number): void {
    if (this.used === BLOCK_BYTES) {
      this.room.take(BLOCK_BYTES);
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.blocks.push(this.block);
      this.used = 0;
    }
    this.block.writeUInt32BE(value, this.used);
    this.used += 4;
    this.length += 1;
  }

  at(index: number): number {
    const block = this.blocks[Math.floor((4 * index) / BLOCK_BYTES)];
    return block?.readUInt32BE((4 * index) % BLOCK_BYTES) ?? 0;
  }

  /** All of them. Valid until the next `push`. */
  pieces(): Buffer[] {
    return [...this.blocks.slice(0, -1), this.block.subarray(0, this.used)].filter(
      ({ length }) => length > 0,
    );
  }
}

/** A row of numbers, as how often each comes in turn: pairs of a count and the number. */
export class RunLengths {
  private readonly words: Words;
  private count = 0;
  private value = 0;

  constructor(room: Room) {
    this.words = new Words(room);
  }

  push(value: number): void {
    if (this.count > 0 && value !== this.value) this.flush();
    this.value = value;
    this.count += 1;
  }

  /** Pairs so far; no number is pushed after this. */
  end(): Words {
    if (this.count > 0) this.flush();
    this.count = 0;
    return this.words;
  }

  /** Pairs of a count and the number. None is pushed after this. */
  *runs(): Generator<[number, number]> {
    const words = this.end();
    for (let index = 0; index < words.length; index += 2) yield [words.at(index), words.at(index + 1)];
  }

  /** All of them, one by one. */
  *each(): Generator<number, undefined> {
    for (const [count, value] of this.runs()) for (let left = count; left > 0; left -= 1) yield value;
    return undefined;
  }

  private flush(): void {
    this.words.push(this.count);
    this.words.push(this.value >>> 0);
    this.count = 0;
  }
}
