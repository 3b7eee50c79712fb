// Rooms by the socket alone, without browsers: 200 rooms of four people each, in one process for everything, and through a
// gateway in front of two sessions processes. How fast people get in, how long until everybody has heard what one tells,
// what a room takes of memory, and how long people are away when the process that had their sockets is killed. Linux only.
import { AddedProcess, environmentOf, pidOf, SharedAddress } from '@capture/testing';
import { memoryOf } from '../src/processes.mjs';
import { pause, Product } from '../product.mjs';
import { percentile, ratio } from '../statistics.mjs';
import { Person } from './person.mjs';

const ROOMS = 200;
/** For what each takes of memory: the first ones have the heaps grow to where they are collected, however many follow. */
const FURTHER_ROOMS = 400;
/** Entered and left before anything is measured, so that no process runs its code for the first time. */
const WARM_UP_ROOMS = 50;
const PEOPLE = 4;
const AT_ONCE = 32;
const TELLING_SEC = 20;
const SETTLE_MS = 3_000;
const BACK_LIMIT_MS = 60_000;
const WANTED = { joins: '≥ 100/s', fanOut: '≤ 100 ms', firstKib: 512, furtherKib: 256, away: '≤ 5000 ms' };

/** Runs `work` for every item, so many at once. Resolves with the seconds it took. */
async function forEach(items, work) {
  const started = performance.now();
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (performance.now() - started) / 1000;
}

/** The instance as it is: one process has everything, and is alone. */
function standalone(product) {
  return {
    origin: product.baseUrl,
    memory: () => memoryOf(product.credentials.pid),
    kill: undefined,
    stop: async () => undefined,
  };
}

/** The instance with a second sessions process, and a gateway that knows both by one address. */
async function distributed({ dataDir }) {
  const { CAPTURE_UPSTREAM_SESSIONS } = await environmentOf(dataDir, 'gateway');
  const second = await AddedProcess.start(dataDir, 'sessions');
  const address = await SharedAddress.listen(Number(new URL(CAPTURE_UPSTREAM_SESSIONS).port), second.port);
  const gateway = await AddedProcess.start(dataDir, 'gateway', { CAPTURE_UPSTREAM_SESSIONS: address.url });
  const memory = async () => {
    const pids = [await pidOf(dataDir, 'sessions'), second.pid, gateway.pid];
    const sizes = await Promise.all(pids.map((pid) => memoryOf(pid)));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const stop = async () => {
    await gateway.stop();
    await address.close();
    await second.stop();
  };
  const kill = async () => process.kill(await pidOf(dataDir, 'sessions'), 'SIGKILL');
  return { origin: gateway.url, memory, kill, stop };
}

/** Milliseconds until each of the others has heard each message: one of a room tells something once a second. */
async function fanOut(rooms) {
  const sent = new Map();
  const took = [];
  let number = 0;
  for (const people of rooms)
    for (const person of people)
      person.onTold = ({ participantId, recordedSec }) => {
        const at = sent.get(recordedSec);
        if (at !== undefined && participantId !== person.participantId) took.push(performance.now() - at);
      };
  const turns = TELLING_SEC * rooms.length;
  const started = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    const due = started + (turn * 1000) / rooms.length;
    await pause(Math.max(0, due - performance.now()));
    const people = rooms[turn % rooms.length];
    number += 1;
    sent.set(number, performance.now());
    people[Math.floor(turn / rooms.length) % PEOPLE].tell(number);
  }
  await pause(SETTLE_MS);
  return { took, expected: turns * (PEOPLE - 1) };
}

/** Kills one sessions process. Resolves with the longest time that anybody was away, and how many were. */
async function killed(kill, everybody) {
  const began = Date.now();
  await kill();
  const away = () => everybody.flatMap((person) => person.away);
  let backSince = Infinity;
  while (!(Date.now() - backSince >= SETTLE_MS)) {
    // Who is not back by then was away for at least as long.
    if (Date.now() - began > BACK_LIMIT_MS) return { longest: BACK_LIMIT_MS, count: away().length };
    await pause(100);
    const areBack = away().length > 0 && everybody.every(({ isHere }) => isHere);
    backSince = areBack ? Math.min(backSince, Date.now()) : Infinity;
  }
  return { longest: Math.max(...away()), count: away().length };
}

/** KiB that each of further rooms takes while people are in it. They leave again. */
async function memoryOfRooms({ memory }, open) {
  const further = [];
  await forEach(Array.from({ length: FURTHER_ROOMS }), () => open(further));
  const before = await memory();
  await forEach(further.flat(), (person) => person.join());
  await pause(SETTLE_MS);
  const after = await memory();
  for (const person of further.flat()) person.leave();
  await pause(SETTLE_MS);
  return ((after - before) * 1024) / FURTHER_ROOMS;
}

async function leftCount(product, key, rooms) {
  let left = 0;
  await forEach(rooms, async ([{ room }]) => {
    const { participants } = await product.call('GET', `/api/v1/sessions/${room.id}`, key);
    left += participants.filter(({ leftAt }) => leftAt !== null).length;
  });
  return left;
}

async function inMode(mode, progress) {
  const product = await Product.start(mode);
  let deployment;
  const all = [];
  try {
    deployment = await { standalone, distributed }[mode](product);
    const { key } = await product.organization();
    const open = async (rooms) => {
      const opened = await product.call('POST', '/api/v1/sessions', key);
      const names = Array.from({ length: PEOPLE }, (_, index) => `Guest ${index + 1}`);
      rooms.push(names.map((name) => new Person(deployment.origin, opened, name)));
    };
    const first = [];
    await forEach(Array.from({ length: WARM_UP_ROOMS }), () => open(first));
    await forEach(first.flat(), (person) => person.join());
    for (const person of first.flat()) person.leave();
    await forEach(Array.from({ length: ROOMS }), () => open(all));
    await pause(SETTLE_MS);
    const before = await deployment.memory();
    const joinSec = await forEach(all.flat(), (person) => person.join());
    progress(`${mode}: ${all.flat().length} people in ${joinSec.toFixed(1)} s`);
    const firstKib = (((await deployment.memory()) - before) * 1024) / ROOMS;
    const { took, expected } = await fanOut(all);
    progress(`${mode}: ${took.length} of ${expected} messages heard`);
    const furtherKib = await memoryOfRooms(deployment, open);
    const rows = talkRows({ joinSec, firstKib, furtherKib, took, expected });
    if (deployment.kill) {
      const { longest, count } = await killed(deployment.kill, all.flat());
      const left = await leftCount(product, key, all);
      progress(`${mode}: ${count} were away for at most ${longest.toFixed(0)} ms, ${left} have left`);
      rows.push(...killRows({ longest, count, left }));
    }
    return rows.map((row) => ({ ...row, what: `${row.what}, ${mode}`, runs: 1 }));
  } finally {
    for (const person of all.flat()) person.leave();
    await deployment?.stop();
    await product.remove();
  }
}

export async function rooms(progress) {
  return [...(await inMode('standalone', progress)), ...(await inMode('distributed', progress))];
}

function talkRows({ joinSec, firstKib, furtherKib, took, expected }) {
  const memory = (which, kib, wanted) => ({
    what: `memory of a room of ${PEOPLE}, ${which}`,
    ours: `${Math.round(kib)} KiB`,
    peer: `wanted ${wanted} KiB`,
    ratio: ratio(kib, wanted),
    goal: '≤ 1',
  });
  const size = `${ROOMS} rooms of ${PEOPLE}`;
  return [
    {
      what: `people entering ${size}`,
      ours: `${Math.round((ROOMS * PEOPLE) / joinSec)}/s`,
      goal: WANTED.joins,
    },
    {
      what: `a message to the others, ${size}, p99`,
      ours: `${percentile(took, 0.99).toFixed(1)} ms`,
      peer: `p50 ${percentile(took, 0.5).toFixed(1)} ms`,
      goal: WANTED.fanOut,
    },
    {
      what: 'messages heard by each of the others',
      ours: String(took.length),
      peer: `sent ${expected}`,
      ratio: ratio(took.length, expected),
      goal: '≥ 1',
    },
    memory(`of the first ${ROOMS}`, firstKib, WANTED.firstKib),
    memory(`of ${FURTHER_ROOMS} further ones`, furtherKib, WANTED.furtherKib),
  ];
}

function killRows({ longest, count, left }) {
  const people = ROOMS * PEOPLE;
  return [
    {
      what: `longest absence when a sessions process is killed (${count} connections)`,
      ours: `${Math.round(longest)} ms`,
      goal: WANTED.away,
    },
    {
      what: 'people in their rooms after that',
      ours: String(people - left),
      peer: `entered ${people}`,
      ratio: ratio(people - left, people),
      goal: '≥ 1',
    },
  ];
}
