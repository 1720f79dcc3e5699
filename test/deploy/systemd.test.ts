import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const unit = readFileSync(new URL('../../deploy/render-service.service', import.meta.url), 'utf8');
const manifest: { name: string; bin: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Every value that the unit gives a directive. */
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

  it('leaves a running render its ten seconds, and ends only the service itself', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  it('does not try again what cannot work', () => {
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['1 2']);
  });

  it('survives the end of a render process, and lets JavaScript be compiled', () => {
    expect(valuesOf('OOMPolicy')).toEqual(['continue']);
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  });

  it('is confined', () => {
    const confined = ['DynamicUser', 'PrivateTmp', 'NoNewPrivileges', 'ProtectHome'];
    for (const directive of confined) expect([directive, ...valuesOf(directive)]).toEqual([directive, 'yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf('RestrictAddressFamilies')[0].split(' ')).toContain('AF_UNIX');
  });
});
