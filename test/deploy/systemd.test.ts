import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const unit = readFileSync(new URL('../../deploy/render-service.service', import.meta.url), 'utf8');
const manifest: { name: string; bin: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** All values of a directive in the unit. */
function valuesOf(directive: string): string[] {
  return [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)]
    .filter(([, name]) => name === directive)
    .map(([, , value]) => value);
}

describe('the systemd unit', () => {
  it('starts the program where a global install puts it', () => {
    const program = `lib/node_modules/${manifest.name}/${manifest.bin['render-service']}`;
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node /opt/render-service/${program} serve`]);
  });

  it('gives a running render its ten seconds, and signals only the service itself', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  it('does not restart after an invalid setting', () => {
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['1 2']);
  });

  it('keeps running when a render process is killed, and allows JIT compilation', () => {
    expect(valuesOf('OOMPolicy')).toEqual(['continue']);
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  });

  it('restricts what the service can do', () => {
    const confined = ['DynamicUser', 'PrivateTmp', 'NoNewPrivileges', 'ProtectHome'];
    for (const directive of confined) expect([directive, ...valuesOf(directive)]).toEqual([directive, 'yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf('RestrictAddressFamilies')[0].split(' ')).toContain('AF_UNIX');
  });
});
