import { lookup } from 'node:dns/promises';
import type { AddressInfo, Server } from 'node:net';
import { SettingsError } from '../contract/settings.ts';
import { urlHost } from './origin-policy.ts';

/** The names of a setting, in the environment and as a flag. */
interface SettingName {
  readonly variable: string;
  readonly flag: string;
}

/** The IP address of a host to bind. Rejects with a SettingsError if the host is not found. */
export async function resolveHost(host: string, { variable }: SettingName): Promise<string> {
  const found = await lookup(host).catch(() => undefined);
  if (!found) throw new SettingsError(`${variable}: host not found: ${JSON.stringify(host)}`);
  return found.address;
}

/** The port of a listening server. */
export function boundPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Explains in one sentence why a server cannot listen; `setting` is the setting of its port. */
export function cannotListen(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  { variable, flag }: SettingName,
): SettingsError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use; choose another with ${variable} or --${flag}`,
    EACCES: `this user may not bind port ${port}; choose one above 1023`,
    EADDRNOTAVAIL: 'this machine has no such interface',
  };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new SettingsError(`cannot listen on ${urlHost(host)}:${port}: ${reasons[code] ?? String(error)}`);
}
