import { type Agent, request } from 'node:http';
import type { ServiceAddress } from './service.ts';

export interface NodeRequest {
  /** Path and query. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body chunked, without a declared length. */
  readonly chunked?: boolean;
  /** Default: a new connection for every request. */
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

export interface NodeResponse {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Sends one request with Node's client. A response that arrives before the body is written counts too. */
export function nodeExchange(service: ServiceAddress, options: NodeRequest): Promise<NodeResponse> {
  const { path, method = 'GET', headers = {}, body, chunked = false, agent, signal } = options;
  return new Promise((done, failed) => {
    const sent = request({
      host: service.address,
      port: service.port,
      path,
      method,
      agent: agent ?? false,
      signal,
      headers: {
        host: service.host,
        ...(body !== undefined && !chunked && { 'content-length': String(Buffer.byteLength(body)) }),
        ...(chunked && { 'transfer-encoding': 'chunked' }),
        ...headers,
      },
    });
    sent.on('error', failed);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => {
        done({
          status: response.statusCode ?? 0,
          rawHeaders: response.rawHeaders,
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.end(body);
  });
}
