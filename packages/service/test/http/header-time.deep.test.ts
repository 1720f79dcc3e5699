// @module-tag ffmpeg

import { describe, expect, it } from 'vitest';
import { coreMilliseconds, onLinux } from '../../../../test/support/linux-process.ts';
import { RawConnection, requestHead } from '../../../../test/support/raw-connection.ts';
import { startService } from '../../../../test/support/service.ts';

/** Node refuses a head of more than 16 KiB. */
const longest = 15_500;

/** Valid beginnings of the headers that are parsed, by name. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  'Content-Type': ['', 'application/json', 'application/json; charset=utf-8', 'application/json;a="'],
  'Content-Encoding': ['', 'identity'],
  Authorization: ['', 'Bearer', 'Bearer token'],
  Origin: ['', 'http://127.0.0.1'],
  Expect: ['', '100-continue'],
  Connection: ['', 'keep-alive, '],
  Cookie: ['', 'a=b; '],
  Range: ['', 'bytes=0-'],
  'Access-Control-Request-Method': [''],
};

const repeated = [
  ' ',
  '\t',
  'a',
  '0',
  ';',
  '"',
  ',',
  '=',
  '\\',
  '/',
  ':',
  '[',
  'a=',
  '; charset=',
  ';a="',
  ' ;',
  'a,',
];

const requestsEach = 8;
const measurements = 20;

describe.skipIf(!onLinux)('headers and queries of the maximum size', () => {
  it('spends at most 5 ms of processor time on a header or query of the maximum size', async ({
    onTestFinished,
  }) => {
    const service = await startService({ env: { SERVICE_RENDER_TOKEN: 'token' } }, onTestFinished);
    const cost = async (head: string) => {
      const before = coreMilliseconds(service.pid);
      for (let turn = 0; turn < requestsEach; turn++) {
        const connection = await RawConnection.open(service);
        await connection.send(head);
        await connection.rest();
      }
      return (coreMilliseconds(service.pid) - before) / requestsEach;
    };
    const usual = ['Authorization: Bearer token', 'Content-Length: 0', 'Connection: close'];
    /** Slow every time: processor time has a resolution of 10 ms, and includes collecting garbage and compiling. */
    const isSlow = async (head: string) => {
      for (let turn = 0; turn < measurements; turn++) if ((await cost(head)) <= 5) return false;
      return true;
    };
    const plain = () => cost(requestHead(service, 'POST', '/render', usual));
    // The first requests compile and load code, which does not count.
    for (let turn = 0; turn < 5; turn++) await plain();
    const slow: string[] = [];
    for (const [name, starts] of Object.entries(beginnings)) {
      for (const start of starts) {
        for (const part of repeated) {
          const value = `${start}${part.repeat((longest - start.length) / part.length)}x`;
          const others = usual.filter((line) => !line.startsWith(`${name}:`));
          const head = requestHead(service, 'POST', '/render', [
            ...others,
            `${name}: ${value}`,
            'Connection: close',
          ]);
          if (await isSlow(head)) slow.push(`${name}: ${start}${JSON.stringify(part)} repeated`);
        }
      }
    }
    for (const part of ['a', '&', 'width=1&', '%41', '+', '%', 'a=&', '#', '/', 'fps=%']) {
      for (const start of ['/render?', '/render?width=', '/', 'http://']) {
        const target = `${start}${part.repeat((longest - start.length) / part.length)}`;
        if (await isSlow(requestHead(service, 'POST', target, usual))) {
          slow.push(`${start}${JSON.stringify(part)} repeated`);
        }
      }
    }
    expect(slow).toEqual([]);
  });
});
