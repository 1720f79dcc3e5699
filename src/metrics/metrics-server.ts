import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type ConnectionLimits, defaultConnectionLimits, limitConnections } from '../web/connections.ts';
import { HttpError } from '../web/errors.ts';
import { boundPort } from '../web/listening.ts';
import { OriginPolicy } from '../web/origin-policy.ts';

/** Milliseconds in which a request must arrive, and after which a connection without traffic is closed. */
const defaultPatienceMs = 10_000;

/** A scraper opens one connection at a time; a few may look. Each may ask once. */
const limits: ConnectionLimits = { ...defaultConnectionLimits, connections: 16, waitingRequests: 1 };

const maxHeaderBytes = 16 * 1024;

/** Where the metrics are to be had, and the IP address to which the host resolves. */
export interface MetricsAddress {
  readonly host: string;
  readonly address: string;
  /** 0 picks any free port. */
  readonly port: number;
}

/** What is served: all metrics as text. */
export interface Exposition {
  readonly contentType: string;
  readonly metrics: () => Promise<string>;
  /** Why the process cannot do its work, in a sentence; undefined if it can. */
  readonly health?: (() => string | undefined) | undefined;
}

/** Serves `GET /metrics`, `GET /healthz` where there is a health, and nothing else. Rejects with the error of `listen`. */
export async function listenForScrapes(
  { host, address, port }: MetricsAddress,
  { contentType, metrics, health }: Exposition,
  patienceMs = defaultPatienceMs,
): Promise<Server> {
  let policy: OriginPolicy | undefined;
  let collected: Promise<string> | undefined;
  /** However many ask, the metrics are collected once at a time. */
  const collect = () => {
    collected ??= metrics().finally(() => {
      collected = undefined;
    });
    return collected;
  };
  const handle: RequestListener = async (request, response) => {
    const respond = (status: number, type: string, text: string) => {
      response.writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        connection: 'close',
      });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    try {
      policy ??= new OriginPolicy(
        { host, address, port: boundPort(server) },
        { allowedHosts: [], allowedOrigins: [] },
      );
      policy.checkHost(request);
      const [path] = (request.url ?? '').split('?', 1);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (path === '/metrics' && isRead) respond(200, contentType, await collect());
      else if (path === '/healthz' && isRead && health !== undefined) {
        const problem = health();
        respond(problem === undefined ? 200 : 503, 'text/plain', `${problem ?? 'ok'}\n`);
      } else respond(404, 'text/plain', 'not found; see GET /metrics\n');
    } catch (error) {
      if (error instanceof HttpError) respond(error.status, 'text/plain', `${error.message}\n`);
      else respond(500, 'text/plain', 'the metrics could not be collected\n');
    }
  };
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: patienceMs,
    requestTimeout: patienceMs,
    connectionsCheckingInterval: patienceMs / 4,
  });
  limitConnections(server, handle, limits);
  server.timeout = patienceMs;
  server.listen({ host: address, port });
  await once(server, 'listening');
  // A connection that cannot be accepted, for want of file descriptors, is the client's loss alone.
  server.on('error', () => {});
  return server;
}
