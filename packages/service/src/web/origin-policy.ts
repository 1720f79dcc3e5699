import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderHeaders } from '../contract/operations.ts';
import { isHostValue, type Settings } from '../contract/settings.ts';
import { HttpError } from './errors.ts';
import { countHeader } from './request-head.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost'];
const defaultPort = 80;

const exposedHeaders = [...Object.keys(renderHeaders), 'Retry-After'].join(', ');

/** Seconds for which a browser may cache the response to a preflight. */
const preflightMaxAge = '600';

/** Whether an IP address can only be reached from this machine. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const wildcards = new BlockList();
wildcards.addAddress('0.0.0.0', 'ipv4');
wildcards.addAddress('::', 'ipv6');

function isWildcard(address: string): boolean {
  return wildcards.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A host as written in a URL. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Where the service listens: the bound IP address and port, and the host name from the settings. */
export interface Binding {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

type SettingNames = Readonly<Record<'hosts' | 'origins', string>>;

/** Accepts or refuses requests by their Host and Origin. Blocks pages of other sites and DNS rebinding. */
export class OriginPolicy {
  readonly #hosts: ReadonlySet<string>;
  readonly #anyHost: boolean;
  readonly #origins: ReadonlySet<string>;
  readonly #settings: SettingNames | undefined;

  constructor(
    { host, address, port }: Binding,
    { allowedHosts, allowedOrigins }: Pick<Settings, 'allowedHosts' | 'allowedOrigins'>,
    /** The names of the settings that allow further hosts and origins, for error messages. */
    settings?: SettingNames,
  ) {
    this.#settings = settings;
    const names = [host, address].map(urlHost);
    if (isLoopback(address)) names.push(...loopbackNames);
    const ownOrigins = names.flatMap((name) => {
      const withPort = `${name}:${port}`.toLowerCase();
      return port === defaultPort ? [withPort, name.toLowerCase()] : [withPort];
    });
    // No client uses a wildcard address as its Host. If there are allowed hosts, only those are accepted.
    this.#anyHost = isWildcard(address) && allowedHosts.length === 0;
    this.#hosts = new Set(isWildcard(address) ? allowedHosts : [...ownOrigins, ...allowedHosts]);
    this.#origins = new Set(allowedOrigins);
  }

  /** The request's Host, in lower case. Throws an HttpError 403 for one that is not allowed. */
  checkHost(request: IncomingMessage): string {
    const host = request.headers.host?.toLowerCase();
    if (host === undefined) throw new HttpError(403, 'the Host header is missing');
    const count = countHeader(request.rawHeaders, 'host');
    const isAllowed = this.#anyHost ? isHostValue(host) : this.#hosts.has(host);
    if (count === 1 && isAllowed) return host;
    throw new HttpError(
      403,
      count === 1
        ? `the Host ${JSON.stringify(host)} is not allowed${this.#remedy('hosts')}`
        : `the Host header must appear once, but appears ${count} times`,
    );
  }

  /**
   * Throws an HttpError 403 for a request from a page of a disallowed origin, and lets pages of allowed ones read the
   * response. Requests without an Origin do not come from another site's page. `host` is the result of `checkHost`.
   */
  checkOrigin(request: FastifyRequest, reply: FastifyReply, host: string): void {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined) return;
    if (!this.#allowsOrigin(origin, host)) {
      throw new HttpError(
        403,
        `the Origin ${JSON.stringify(origin)} is not allowed${this.#remedy('origins')}`,
      );
    }
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', exposedHeaders);
  }

  #remedy(what: keyof SettingNames): string {
    return this.#settings === undefined ? '' : `; the operator can add it to ${this.#settings[what]}`;
  }

  #allowsOrigin(origin: string, host: string): boolean {
    const value = origin.toLowerCase();
    if (this.#origins.has(value) || value === `http://${host}`) return true;
    return !this.#anyHost && [...this.#hosts].some((own) => value === `http://${own}`);
  }
}

/** Whether a browser asks in advance if a page may send a request. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Responds to a preflight from an allowed origin: status 200, no body. */
export function sendPreflightResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: string,
): FastifyReply {
  reply.header('access-control-allow-methods', methods);
  reply.header('access-control-allow-headers', 'Authorization, Content-Type');
  reply.header('access-control-max-age', preflightMaxAge);
  if (request.headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true');
  }
  return reply.code(200).header('content-length', 0).send();
}
