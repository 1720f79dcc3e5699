import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { HttpError } from '../web/errors.ts';
import { boundPort } from '../web/listening.ts';
import { OriginPolicy } from '../web/origin-policy.ts';

/** Milliseconds in which a request must arrive, and after which a connection without traffic is closed. */
const defaultPatienceMs = 10_000;

/** A few scrapers open one connection each, so this is enough even if other clients connect and send nothing. */
const maxConnections = 100;

/** Where the metrics are served, and the IP address to which the host resolves. */
export interface MetricsAddress {
  readonly host: string;
  readonly address: string;
  /** 0 picks any free port. */
  readonly port: number;
}

/** The content that is served: all metrics as text. */
export interface Exposition {
  readonly contentType: string;
  readonly metrics: () => Promise<string>;
  /** Why the process cannot do its work, in a sentence; undefined if it can. */
  readonly health?: (() => string | undefined) | undefined;
}

/** Serves `GET /metrics`, `GET /healthz` if `health` is given, and nothing else. Rejects with the error of `listen`. */
export async function listenForScrapes(
  { host, address, port }: MetricsAddress,
  exposition: Exposition,
  patienceMs = defaultPatienceMs,
): Promise<Server> {
  let policy: OriginPolicy | undefined;
  // The port is known only once the server listens.
  const checkHost = (request: IncomingMessage) => {
    policy ??= new OriginPolicy(
      { host, address, port: boundPort(server) },
      { allowedHosts: [], allowedOrigins: [] },
    );
    policy.checkHost(request);
  };
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: patienceMs,
      requestTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 4,
    },
    createHandler(exposition, checkHost),
  );
  server.maxConnections = maxConnections;
  server.maxRequestsPerSocket = 1;
  server.timeout = patienceMs;
  server.listen({ host: address, port });
  await once(server, 'listening');
  // A connection that cannot be accepted for lack of file descriptors affects only its client.
  server.on('error', () => {});
  return server;
}

/** `checkHost` throws an HttpError for a request that is refused. */
function createHandler(
  { contentType, metrics, health }: Exposition,
  checkHost: (request: IncomingMessage) => void,
): RequestListener {
  let collected: Promise<string> | undefined;
  /** Concurrent requests share one collection of the metrics. */
  const collect = () => {
    collected ??= metrics().finally(() => {
      collected = undefined;
    });
    return collected;
  };
  return async (request, response) => {
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
      checkHost(request);
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
}
