// @module-tag prometheus

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Metrics } from '../../packages/service/src/metrics/start-metrics.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { externalProgram } from '../support/external-programs.ts';
import { startTestMetrics } from '../support/measured-service.ts';

const rules = join(import.meta.dirname, '../../deploy/alerts.yaml');
const alerts: readonly { readonly alert: string }[] = parse(readFileSync(rules, 'utf8')).groups[0].rules;

/** What happens before each scrape, one scrape per minute. */
type Minutes = readonly ((metrics: Metrics) => void)[];

const nothing = () => {};
const minutes = (count: number, what: (metrics: Metrics) => void = nothing) =>
  Array<typeof what>(count).fill(what);
const request = (path: string, status: number) => (metrics: Metrics) =>
  metrics.countRequest({ path, status, ms: 1 });

/** The alerts that fire at the end, determined by Prometheus' own tool from the scrapes. */
async function firing(happens: Minutes, queue: Queue = () => undefined): Promise<string[]> {
  const promtool = externalProgram('promtool');
  const metrics = await startTestMetrics([]);
  let minute = 0;
  const samples = new Map<string, string[]>();
  for (const [index, happen] of happens.entries()) {
    minute = index;
    happen(metrics);
    const text = await (await fetch(metrics.url)).text();
    const backlog = queue(minute) ?? {};
    const lines = [
      ...text.split('\n'),
      ...Object.entries(backlog).map(([name, value]) => `${name} ${value}`),
    ];
    for (const line of lines) {
      const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      if (series === undefined || value === undefined || series.includes('_bucket')) continue;
      // A series that did not exist before is missing in the earlier scrapes.
      const values = samples.get(series) ?? Array<string>(index).fill('_');
      samples.set(series, [...values, value]);
    }
  }
  const folder = await temporaryFolder();
  await copyFile(rules, join(folder, 'alerts.yaml'));
  const input = [...samples].map(([series, values]) => ({
    series: series.includes('{') ? series.replace('{', '{instance="a",') : `${series}{instance="a"}`,
    values: values.join(' '),
  }));
  const checked = alerts.map(({ alert }) => ({ alertname: alert, eval_time: `${minute}m`, exp_alerts: [] }));
  const test = { interval: '1m', input_series: input, alert_rule_test: checked };
  const document = { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests: [test] };
  await writeFile(join(folder, 'test.yaml'), stringify(document, { lineWidth: 0 }));
  // It fails with the alerts that fire, since none is expected.
  const { stdout, stderr } = await promisify(execFile)(promtool, ['test', 'rules', 'test.yaml'], {
    cwd: folder,
  }).catch((error: { stdout: string; stderr: string }) => error);
  const output = `${stdout}${stderr}`;
  if (!/SUCCESS|FAILED/.test(output)) throw new Error(output);
  return alerts.map(({ alert }) => alert).filter((alert) => output.includes(`alertname="${alert}"`));
}

type Queue = (minute: number) => Readonly<Record<string, number>> | undefined;
const waiting = 'render_service_queue_jobs{version="1.0.0",state="waiting"}';
const age = 'render_service_queue_oldest_job_age_seconds{version="1.0.0"}';

it('no alert fires for a working service and working workers', async () => {
  const work = (metrics: Metrics) => {
    request('/render', 200)(metrics);
    metrics.countJob('done');
  };
  expect(await firing(minutes(40, work), () => ({ [waiting]: 10, [age]: 600 }))).toEqual([]);
});

it('no alert fires while service and workers are idle', async () => {
  expect(await firing(minutes(40), () => ({ [waiting]: 0, [age]: 0 }))).toEqual([]);
});

it.each<[string, Minutes, Queue?]>([
  ['RenderServiceUnexpectedFailures', [...minutes(3), request('/render', 500), ...minutes(3)]],
  ['RenderServiceUnexpectedFailures', [...minutes(3), request('/openapi.json', 500), ...minutes(3)]],
  [
    'RenderServiceBusy',
    [
      ...minutes(3),
      ...minutes(25, (metrics) => {
        request('/render', 200)(metrics);
        request('/render', 429)(metrics);
      }),
    ],
  ],
  ['RenderJobsFail', [...minutes(3), ...minutes(25, (metrics) => metrics.countJob('failed'))]],
  [
    'RenderWorkersAreLost',
    [...minutes(3), ...minutes(4, (metrics) => metrics.countStalledJob()), ...minutes(2)],
  ],
  ['RenderQueueStandsStill', minutes(40), () => ({ [waiting]: 5, [age]: 600 })],
  [
    'RenderJobsWaitLong',
    minutes(40, (metrics) => metrics.countJob('done')),
    () => ({ [waiting]: 5, [age]: 50_000 }),
  ],
])('only the alert %s fires for its cause', async (alert, happens, queue) => {
  expect(await firing(happens, queue)).toEqual([alert]);
});

it('Prometheus accepts all rules of deploy/alerts.yaml', async () => {
  const { stdout } = await promisify(execFile)(externalProgram('promtool'), ['check', 'rules', rules]);
  expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
});
