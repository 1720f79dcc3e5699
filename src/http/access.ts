import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { isHostValue, type Settings } from '../contract/settings.ts';
import { countHeader } from './checks.ts';
import { HttpError } from './http-error.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const loopbackNames = ['127.0.0.1', '[::1]', 'localhost'];
const defaultPort = 80;

/** Whether an IP address can be reached from this machine alone. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const wildcards = new BlockList();
wildcards.addAddress('0.0.0.0', 'ipv4');
wildcards.addAddress('::', 'ipv6');

function isWildcard(address: string): boolean {
  return wildcards.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Where the service listens: the IP address and port that were bound, and the name they were asked for by. */
export interface Binding {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/** Decides by Host and Origin who may talk to the service, which keeps out pages of other sites and DNS rebinding. */
export class Access {
  readonly #hosts: ReadonlySet<string>;
  readonly #anyHost: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(
    { host, address, port }: Binding,
    { allowedHosts, allowedOrigins }: Pick<Settings, 'allowedHosts' | 'allowedOrigins'>,
  ) {
    const names = [host, address].map(urlHost);
    if (isLoopback(address)) names.push(...loopbackNames);
    const own = names.flatMap((name) => {
      const withPort = `${name}:${port}`.toLowerCase();
      return port === defaultPort ? [withPort, name.toLowerCase()] : [withPort];
    });
    // A wildcard is no name of anything; there the further hosts narrow down what is accepted.
    this.#anyHost = isWildcard(address) && allowedHosts.length === 0;
    this.#hosts = new Set(isWildcard(address) ? allowedHosts : [...own, ...allowedHosts]);
    this.#origins = new Set(allowedOrigins);
  }

  /** The request's Host, in lower case. Throws an HttpError 403 for one that is not the service's. */
  checkHost(request: IncomingMessage): string {
    const host = request.headers.host?.toLowerCase();
    if (host === undefined) throw new HttpError(403, 'the Host header is missing');
    const times = countHeader(request.rawHeaders, 'host');
    const isAllowed = this.#anyHost ? isHostValue(host) : this.#hosts.has(host);
    if (times === 1 && isAllowed) return host;
    throw new HttpError(
      403,
      times === 1
        ? `the Host ${JSON.stringify(host)} is not one of this service`
        : `the Host header must stand once, but stands ${times} times`,
    );
  }

  /** Whether pages of this Origin may call, at the service that was reached as `host`. */
  allowsOrigin(origin: string, host: string): boolean {
    const value = origin.toLowerCase();
    if (this.#origins.has(value) || value === `http://${host}`) return true;
    return !this.#anyHost && [...this.#hosts].some((own) => value === `http://${own}`);
  }
}
