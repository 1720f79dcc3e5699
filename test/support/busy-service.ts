import { postHead, RawConnection } from './raw-connection.ts';
import type { Service } from './service.ts';
import { waitUntil } from './wait-until.ts';

const tooMuch = 33_554_433;

/**
 * Whether another request would be refused at this moment. Asks with a request that is too large in any case, so
 * that an idle service has nothing to do either.
 */
export async function isBusy(service: Service, headers: readonly string[] = []): Promise<boolean> {
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, '/render', tooMuch, headers));
  const { status } = await connection.answer();
  connection.destroy();
  if (status !== 413 && status !== 429) throw new Error(`a body declared too large was answered ${status}`);
  return status === 429;
}

/** Resolves once another request would be refused. */
export async function untilBusy(service: Service, headers: readonly string[] = []): Promise<void> {
  await waitUntil('the service is busy', () => isBusy(service, headers));
}

/** Resolves once another request would be accepted, to the milliseconds that it took. */
export async function untilIdle(service: Service, headers: readonly string[] = []): Promise<number> {
  const start = performance.now();
  await waitUntil('the service is idle', async () => !(await isBusy(service, headers)));
  return performance.now() - start;
}

/** A request whose body goes on arriving until it is finished or given up; it keeps the service busy. */
export interface UnfinishedRequest {
  readonly connection: RawConnection;
  /** Sends the rest of the body. */
  finish(): Promise<void>;
}

/** Sends the head of a request and the first half of its body, and waits until the service has accepted it. */
export async function startRequest(
  service: Service,
  target: string,
  body: string,
  headers: readonly string[] = [],
): Promise<UnfinishedRequest> {
  const bytes = Buffer.from(body);
  const half = bytes.length >> 1;
  const connection = await RawConnection.open(service);
  await connection.send(postHead(service, target, bytes.length, headers));
  await connection.send(bytes.subarray(0, half));
  await untilBusy(service, headers);
  return { connection, finish: () => connection.send(bytes.subarray(half)) };
}
