import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../linux-process.mjs';
import { exchange } from './exchange.mjs';
import { pick } from './random.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const hello = read('examples/hello.json');
const crowd = read('test/fixtures/projects/crowd-500.json');
const launch = read('test/fixtures/projects/launch.json');
const stills = [hello, launch, read('test/fixtures/projects/scripts.json'), read('examples/sound-wave.json')];
const manyMegabytes = Buffer.concat([hello, Buffer.alloc(8_000_000, ' ')]);

const longFilm = '/render?format=mp4';

/** Documents that are rejected, and the status. */
const brokenDocuments = [
  [Buffer.alloc(0), 422],
  [Buffer.from('{'), 422],
  [Buffer.from('[]'), 422],
  [Buffer.from('{"name":"x"}'), 422],
  [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 422],
  [Buffer.from('['.repeat(200_000)), 422],
  [hello.subarray(0, hello.length - 3), 422],
  [launch.subarray(0, launch.length >> 1), 422],
  [Buffer.from(hello.toString().replace('"version"', '"no-version"')), 422],
  [Buffer.alloc(33_554_433, ' '), 413],
];

/** A project whose sound and pictures are damaged. */
const damaged = Buffer.from(launch.toString().replaceAll(/base64,[^"]{20}/g, `base64,${'A'.repeat(20)}`));

/** Queries that are rejected, and the status. */
const wrongQueries = [
  ['/render?colour=red', 400],
  ['/render?width=', 400],
  ['/render?width=100&width=200', 400],
  ['/inspect?depth=1', 400],
  ['/render?format=gif', 422],
  ['/render?format=mp4&fps=25', 422],
  ['/render?format=mp4&timeMs=5', 422],
  ['/render?width=5000', 422],
  ['/render?timeMs=99999999', 422],
];

/** How response bodies begin, by format. */
const beginnings = { png: '\x89PNG', svg: '<svg', mp4: 'ftyp' };

/**
 * The actions of clients. Each kind has its share of a thousand requests and is performed once by `run({ service,
 * impatient, random })`, where `impatient` is a service with a time limit of a second. `run` resolves to the requests
 * that it sent: the accepted statuses, the actual status, and a name shared by all whose responses must be the same.
 */
export const kinds = {
  png: { share: 260, run: (context) => still(context, 'png') },
  svg: { share: 150, run: (context) => still(context, 'svg') },
  inspect: {
    share: 150,
    run: async ({ service, random }) => {
      const body = pick(random, [...stills, manyMegabytes]);
      return [due(await askWhenFree(service, { path: '/inspect', body }), [200])];
    },
  },
  film: {
    share: 60,
    run: async ({ service, random }) => {
      const path = pick(random, [
        '/render?format=mp4&width=320',
        '/render?format=mp4&width=640&fps=24',
        '/render?format=mp4&height=120&fps=60',
      ]);
      const answer = await askWhenFree(service, { path, body: hello });
      return [due(answer, [200], { same: path, begins: beginnings.mp4 })];
    },
  },
  'broken document': {
    share: 100,
    run: async ({ service, random }) => {
      const [body, status] = pick(random, brokenDocuments);
      return [
        due(await askWhenFree(service, { path: pick(random, ['/render', '/inspect']), body }), [status]),
      ];
    },
  },
  'damaged media': {
    share: 20,
    run: async ({ service }) => [
      due(await askWhenFree(service, { path: '/render?format=mp4&width=320', body: damaged }), [422]),
    ],
  },
  'wrong query': {
    share: 70,
    run: async ({ service, random }) => {
      const [path, status] = pick(random, wrongQueries);
      return [due(await askWhenFree(service, { path, body: hello }), [status])];
    },
  },
  'left while sending': {
    share: 35,
    run: async ({ service, random }) => {
      const body = pick(random, [hello, launch, manyMegabytes]);
      const request = { path: '/render', body, sendOnly: Math.floor(random() * body.length) };
      return [due(await exchange(service, { ...request, leaveAfterMs: random() * 50 }), [0, 429])];
    },
  },
  'left while waiting': {
    share: 35,
    run: async ({ service, random }) => {
      const [path, body] = pick(random, [
        [longFilm, crowd],
        ['/render', launch],
        ['/inspect', manyMegabytes],
      ]);
      // A fast response may arrive before the client disconnects.
      return [
        due(await exchange(service, { path, body, leaveAfterMs: random() * 400 }), [0, 200, 429], {
          same: `left ${path}`,
        }),
      ];
    },
  },
  timeout: {
    share: 10,
    run: async ({ impatient }) => [due(await askWhenFree(impatient, { path: longFilm, body: crowd }), [504])],
  },
  'killed process': {
    share: 10,
    run: async ({ service, random }) => {
      const answer = askWhenFree(service, { path: longFilm, body: crowd });
      await wait(random() * 500);
      for (const child of childrenOf(service.pid)) process.kill(child, pick(random, ['SIGKILL', 'SIGSEGV']));
      // A process that is killed before it takes its task leaves the task to the next one.
      return [due(await answer, [200, 422])];
    },
  },
  burst: {
    share: 100,
    size: 20,
    run: async ({ service, random }) => {
      const path = pick(random, ['/render', '/render?format=svg', '/inspect']);
      await untilFree(service);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => exchange(service, { path, body: hello })),
      );
      const served = answers.filter(({ status }) => status === 200).length;
      return answers.map((answer) =>
        due(answer, served > 0 ? [200, 429] : [200], { same: `${path} of hello` }),
      );
    },
  },
};

async function still({ service, random }, format) {
  const which = Math.floor(random() * stills.length);
  const path = `/render?format=${format}&width=${pick(random, [160, 640, 1280])}`;
  const answer = await askWhenFree(service, { path, body: stills[which] });
  return [due(answer, [200], { same: `${path} of ${which}`, begins: beginnings[format] })];
}

/** A request that was sent. Responses with the same `same` must have the same bytes, which start with `begins`. */
function due({ status, body, digest, refusals = 0 }, statuses, { same, begins } = {}) {
  const isWhole =
    status !== 200 || begins === undefined || body.subarray(0, 200).includes(begins, 0, 'latin1');
  return { status, statuses, refusals, isWhole, same: status === 200 ? same : undefined, digest };
}

/** Retries for some seconds while a request whose client disconnected is still being stopped. */
async function askWhenFree(service, request) {
  for (let refusals = 0; ; refusals++) {
    const answer = await exchange(service, request);
    if (answer.status !== 429 || refusals === 200) return { ...answer, refusals };
    await wait(25);
  }
}

/** Sends an empty project, which is 422 under any time limit, until the response is not 429. */
export async function untilFree(service) {
  const { status, refusals } = await askWhenFree(service, { path: '/inspect', body: '{}' });
  if (status !== 422) throw new Error(`an empty project got ${status} after ${refusals} refusals`);
}
