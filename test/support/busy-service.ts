import { longFilm } from './http-projects.ts';
import { postHead, RawConnection } from './raw-connection.ts';
import type { ServiceAddress } from './service.ts';
import { waitUntil } from './wait-until.ts';

const tooMuch = 33_554_433;

/** Whether another request would be refused now. Sends a request that is always too large, so nothing is rendered. */
export async function isBusy(service: ServiceAddress, headers: readonly string[] = []): Promise<boolean> {
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, '/render', tooMuch, headers));
  const { status } = await connection.response();
  connection.destroy();
  if (status !== 413 && status !== 429)
    throw new Error(`the response to a body declared too large was ${status}`);
  return status === 429;
}

/** Resolves once another request would be refused. */
export async function untilBusy(service: ServiceAddress, headers: readonly string[] = []): Promise<void> {
  await waitUntil('the service is busy', () => isBusy(service, headers));
}

/** Resolves once another request would be accepted, with the milliseconds taken. */
export async function untilIdle(service: ServiceAddress, headers: readonly string[] = []): Promise<number> {
  const start = performance.now();
  await waitUntil('the service is idle', async () => !(await isBusy(service, headers)));
  return performance.now() - start;
}

/** Starts a render of a one-minute film, and resolves once the service is busy with it. */
export async function occupy(
  service: ServiceAddress,
  headers: readonly string[] = [],
): Promise<{ giveUp(): Promise<void> }> {
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, '/render?format=mp4', Buffer.byteLength(film), headers) + film);
  await untilBusy(service, headers);
  return {
    giveUp: async () => {
      connection.destroy();
      await untilIdle(service, headers);
    },
  };
}

const film = JSON.stringify(longFilm());

/** A request whose body is incomplete until it is finished or abandoned. */
export interface UnfinishedRequest {
  readonly connection: RawConnection;
  /** Sends the rest of the body. */
  finish(): Promise<void>;
}

/** Sends the head of a request, waits for `100 Continue`, and sends the first half of the body. */
export async function startRequest(
  service: ServiceAddress,
  target: string,
  body: string,
  headers: readonly string[] = [],
): Promise<UnfinishedRequest> {
  const bytes = Buffer.from(body);
  const half = bytes.length >> 1;
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, target, bytes.length, [...headers, 'Expect: 100-continue']));
  await connection.untilReceived('HTTP/1.1 100 ');
  await connection.send(bytes.subarray(0, half));
  return { connection, finish: () => connection.send(bytes.subarray(half)) };
}
