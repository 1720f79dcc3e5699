import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../scripts/measure-farm/redis-server.mjs';
import { connectToQueue, type QueueConnection } from '../../../src/batch/queue/connection.ts';
import { readQueueAddress } from '../../../src/batch/queue/queue-address.ts';
import { temporaryFolder } from '../../support/command-line.ts';
import { judge } from '../../support/judges.ts';

/** A Redis server of Debian, which goes away with the test. */
export async function redisServer({ password }: { password?: string } = {}): Promise<RedisServer> {
  const command = judge('redis-server');
  const server = await startRedis({ folder: await temporaryFolder(), command, password });
  onTestFinished(() => server.stop());
  return server;
}

export async function queueConnection(url: string): Promise<QueueConnection> {
  const connection = await connectToQueue(readQueueAddress(url));
  onTestFinished(() => connection[Symbol.asyncDispose]());
  return connection;
}

/** A film of 160 x 90 in shorthand that lasts so long; it takes the variables `colour` and `left`. */
export function template({ milliseconds = 200 } = {}) {
  return {
    ...{ shorthand: true, name: 'dot', width: 160, height: 90 },
    variables: { colour: '#336699', left: 20 },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
    background: '${colour}',
    objects: { dot: { kind: 'circle', state: { y: 45, width: 30, height: 30, fill: 'white' } } },
    compositions: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of the template.
      before: { duration: 0, states: { dot: { x: '${left}' } } },
      after: { duration: 0, enter: milliseconds, states: { dot: { x: 140 } } },
    },
  };
}

/** A folder with `template.json` and `rows.jsonl`, and an empty folder `out` in it. */
export async function batchFolder(template: object, rows: readonly object[]): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'template.json'), JSON.stringify(template));
  await writeFile(join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return folder;
}
