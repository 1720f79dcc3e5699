// @module-tag redis-server

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { openKnownStore } from '../../packages/farm/src/outputs/open-output-store.ts';
import { queueConnection, redisServer } from '../../packages/farm/test/support/farm.ts';
import { settingsTable } from '../../packages/service/src/contract/settings.ts';
import { run, temporaryFolder } from '../support/command-line.ts';
import { externalProgram } from '../support/external-programs.ts';
import { waitUntil } from '../support/wait-until.ts';

const folder = join(import.meta.dirname, '../../deploy');
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8'));
/** The comment at the top of a file, with a command on each line. */
const commentOf = (name: string) => {
  const [comment = ''] = readFileSync(join(folder, name), 'utf8').split('\n\n');
  return comment.replace(/^# */gm, '').replace(/ *\\\n/g, ' ');
};
const { services, volumes } = read('compose.farm.yaml');
const prometheus = read('prometheus.yml');

it('deploy/compose.farm.yaml connects workers, Redis and Prometheus', () => {
  expect(Object.keys(services)).toEqual(['redis', 'worker', 'prometheus']);
  const { worker } = services;
  const queue = new URL(worker.command.find((word: string) => word.startsWith('redis://')));
  expect(Object.keys(services)).toContain(queue.hostname);
  expect(worker.depends_on).toEqual({ redis: { condition: 'service_healthy' } });
  const out = worker.command[worker.command.indexOf('--out-dir') + 1];
  expect(worker.volumes).toEqual([expect.stringMatching(new RegExp(`:${out}$`))]);

  const [scraped] = prometheus.scrape_configs;
  const [{ names, port }] = scraped.dns_sd_configs;
  expect(names).toEqual(['worker']);
  const variables = [settingsTable.metricsPort.variable, settingsTable.metricsHost.variable];
  expect(variables.map((name) => worker.environment[name])).toEqual([String(port), '0.0.0.0']);
  const settings = Object.keys(worker.environment).filter((name) => name.startsWith('SERVICE_'));
  expect(settings.sort()).toEqual(variables.sort());
});

it('deploy/compose.farm.yaml documents how to queue a batch that its workers accept', async () => {
  const { worker } = services;
  const [, command = ''] = /^(docker compose .* run .*)$/m.exec(commentOf('compose.farm.yaml')) ?? [];
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...one]) => one.join(''));
  const after = (option: string, list: readonly string[] = words) => list[list.indexOf(option) + 1] ?? '';
  expect(words.slice(0, 4)).toEqual(['docker', 'compose', '--file', 'deploy/compose.farm.yaml']);
  const [host, mount = '', mode] = after('--volume').split(':');
  expect([host, mode]).toEqual(['$PWD/examples', 'ro']);
  const started = words.slice(words.indexOf('worker') + 1, words.indexOf('batch'));
  expect(started).toEqual(worker.command.slice(0, worker.command.indexOf('work')));
  expect(after('--queue')).toBe(after('--queue', worker.command));

  // The same command, with folders of this machine in place of those of the container.
  const redis = await redisServer();
  const within = await temporaryFolder();
  const accepted = after('--out-dir', worker.command);
  const here = (word: string) =>
    word
      .replace(new RegExp(`^${mount}(?=/|$)`), join(folder, '../examples'))
      .replace(new RegExp(`^${accepted}(?=/|$)`), within);
  const args = words.slice(words.indexOf('batch')).map(here);
  args[args.indexOf('--queue') + 1] = redis.url(0);
  const { code, stderr } = await run([...args, '--detach']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { queue } = await queueConnection(redis.url(0));
  const [job] = await queue.getPrioritized();
  await using _ = await openKnownStore(job?.data.destination, within);
});

it('deploy/compose.farm.yaml keeps jobs, requires passwords, and publishes ports only on loopback', () => {
  const { redis, worker } = services;
  expect(redis.command.join(' ')).toMatch(/--appendonly yes.*--maxmemory-policy noeviction.*--requirepass/);
  const password = /^\$\{REDIS_PASSWORD:\?/;
  expect([redis.environment.REDIS_PASSWORD, worker.environment.REDISCLI_AUTH]).toEqual([
    expect.stringMatching(password),
    expect.stringMatching(password),
  ]);
  const published = Object.values<{ ports?: string[] }>(services).flatMap(({ ports = [] }) => ports);
  expect(published.filter((one) => !one.startsWith('127.0.0.1:'))).toEqual([]);
  expect(published).toHaveLength(2);
  expect(worker).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], mem_limit: '3g' });
  expect(Number.parseInt(worker.stop_grace_period, 10)).toBeGreaterThan(600);
  expect(worker.cpus).toMatch(/^\$\{WORKER_CPUS:-1\}$/);
});

it('deploy/compose.farm.yaml gives Redis a password, a memory limit, its own user and no capabilities', async () => {
  const { redis } = services;
  expect(redis).toMatchObject({
    ...{ user: 'redis', read_only: true, cap_drop: ['ALL'] },
    security_opt: ['no-new-privileges:true'],
  });
  const usualOf = (variable: string) => /:-(.*)\}$/.exec(variable)?.[1];
  const [shell, option, script = ''] = redis.command;
  const folder = await temporaryFolder();
  const socket = join(folder, 'socket');
  // The command of the container, but with a socket of this test.
  const server = spawn(shell, [option, `${script.replaceAll('$$', '$')} --port 0 --unixsocket ${socket}`], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: `${dirname(externalProgram('redis-server'))}:${process.env.PATH}`,
      REDIS_PASSWORD: 'secret',
      REDIS_MEMORY: usualOf(redis.environment.REDIS_MEMORY),
    },
  });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill();
    await ended;
  });
  await waitUntil('Redis listens', () => existsSync(socket));
  const client = new Redis({ path: socket, password: 'secret' });
  onTestFinished(() => client.disconnect());
  expect(await client.config('GET', 'maxmemory')).toEqual(['maxmemory', String(512 * 1024 ** 2)]);
  expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  const stranger = new Redis({ path: socket, lazyConnect: true });
  onTestFinished(() => stranger.disconnect());
  stranger.on('error', () => {});
  await expect(stranger.set('a', '1')).rejects.toThrow(/NOAUTH/);
  // Redis needs a copy of its whole memory during a rewrite.
  const limit = Number.parseInt(usualOf(redis.mem_limit) ?? '', 10);
  expect(limit).toBeGreaterThan(2 * 512);
});

it("deploy/compose.farm.yaml checks the workers' health at /healthz", () => {
  const { test } = services.worker.healthcheck;
  expect(test.slice(0, 3)).toEqual(['CMD', 'node', '--eval']);
  const port = services.worker.environment[settingsTable.metricsPort.variable];
  expect(test[3]).toContain(`http://127.0.0.1:${port}/healthz`);
});

it('deploy/compose.farm.yaml mounts only existing files and declared volumes', () => {
  const mounts = Object.values<{ volumes?: string[] }>(services).flatMap((one) => one.volumes ?? []);
  const sources = mounts.map((mount) => mount.slice(0, mount.lastIndexOf(':/')));
  const files = sources.filter((source) => source.startsWith('./'));
  expect(files).toEqual(['./prometheus.yml', './alerts.yaml']);
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toBe('');
  const named = sources.filter((source) => /^\w+$/.test(source));
  expect(named.sort()).toEqual(Object.keys(volumes).sort());
  const { volumes: ofPrometheus } = services.prometheus;
  const [config] = ofPrometheus[0].split(':').slice(1);
  for (const rules of prometheus.rule_files) {
    expect(ofPrometheus).toContain(`./${rules}:${join(dirname(config), rules)}:ro`);
  }
});
