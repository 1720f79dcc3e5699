import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../support/command-line.ts';

const manifest: { name: string; bin: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../packages/render-service/package.json', import.meta.url), 'utf8'),
);

/** All values of a directive in a unit. */
function readUnit(file: string): (directive: string) => string[] {
  const unit = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
  return (directive) =>
    [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)]
      .filter(([, name]) => name === directive)
      .map(([, , value]) => value);
}

const valuesOf = readUnit('render-service.service');

describe('the systemd unit', () => {
  it('the systemd unit starts the service from a global installation', () => {
    const program = `lib/node_modules/${manifest.name}/${manifest.bin['render-service']}`;
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/node /opt/render-service/${program} serve`]);
  });

  it('the systemd unit gives a running render ten seconds, and signals only the main process', () => {
    expect(valuesOf('KillMode')).toEqual(['mixed']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(10);
  });

  it('the systemd unit does not restart the service after an invalid setting', () => {
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['1 2']);
  });

  it('the systemd unit keeps the service running if its render process is killed, and allows JIT code', () => {
    expect(valuesOf('OOMPolicy')).toEqual(['continue']);
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  });

  it("the systemd unit restricts the service's rights", () => {
    const confined = ['DynamicUser', 'PrivateTmp', 'NoNewPrivileges', 'ProtectHome'];
    for (const directive of confined) expect([directive, ...valuesOf(directive)]).toEqual([directive, 'yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf('RestrictAddressFamilies')[0].split(' ')).toContain('AF_UNIX');
  });
});

describe("the worker's systemd unit", () => {
  const worker = readUnit('render-service-worker.service');

  it("the worker's systemd unit starts a worker that can write only to its output folder", () => {
    const [, program] = valuesOf('ExecStart')[0].split(' ');
    const [folder] = worker('ReadWritePaths').map((path) => path.replace(/^-/, ''));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: systemd replaces it.
    const queue = '--queue ${RENDER_QUEUE}';
    expect(worker('ExecStart')).toEqual([`/usr/bin/node ${program} work ${queue} --out-dir ${folder}`]);
  });

  it("the worker's systemd unit lets it finish the longest job, and signals only the main process", () => {
    expect(worker('KillMode')).toEqual(['mixed']);
    expect(Number(worker('TimeoutStopSec')[0])).toBeGreaterThan(600);
  });

  it("the worker's systemd unit restarts it after a failure, but not after invalid options", async () => {
    const { code } = await run(['work', '--queue', 'nowhere']);
    expect(worker('RestartPreventExitStatus')).toEqual([String(code)]);
    expect(worker('Restart')).toEqual(['on-failure']);
    expect(Number(worker('RestartSec')[0])).toBeGreaterThanOrEqual(10);
    expect(worker('StartLimitIntervalSec')).toEqual(['0']);
  });

  it("the worker's systemd unit restricts it like the service, except for its user", () => {
    const own = ['DynamicUser', 'UMask'];
    const confined =
      /^(Protect|Private|NoNew|Capability|Ambient|Lock|Remove|Restrict(?!Prevent)|SystemCall|Memory|OOM)/;
    const text = readFileSync(new URL('../../deploy/render-service.service', import.meta.url), 'utf8');
    const names = [...text.matchAll(/^([A-Za-z]+)=/gm)].map(([, name]) => name);
    const shared = [...new Set(names)].filter((name) => confined.test(name) && !own.includes(name));
    expect(shared.length).toBeGreaterThan(20);
    for (const name of shared.filter((one) => one !== 'RestartPreventExitStatus')) {
      expect([name, ...worker(name)]).toEqual([name, ...valuesOf(name)]);
    }
    expect(worker('User')).toEqual(['render-service']);
  });
});
