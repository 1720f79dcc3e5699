/** HAProxy with `deploy/haproxy.cfg` on a port of the loopback interface. */
export interface Haproxy {
  readonly port: number;
  /** Its log so far, with one line per request. */
  log(): string;
  stop(): Promise<void>;
}

export function freePort(): Promise<number>;

export function startHaproxy(port: number, instancePorts: readonly number[]): Promise<Haproxy>;
