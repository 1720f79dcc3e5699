import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tableUnder } from '../../../../test/support/markdown-table.ts';
import { startTestMetrics } from '../../../../test/support/measured-service.ts';
import { endCauses } from '../../../engine/src/render/process/supervisor-observer.ts';
import { jobOutcomes } from '../../src/metrics/instruments.ts';

const page = readFileSync(new URL('../../../../docs/reference/metrics.md', import.meta.url), 'utf8');
const rows = tableUnder(page, 'Table of metrics');

/** Every metric with its type and labels, as a scraper sees them once each has a value. */
async function servedMetrics(): Promise<string[]> {
  const metrics = await startTestMetrics([]);
  const jobs = { waiting: 1, delayed: 0, running: 0, failed: 0 };
  metrics.watchQueue(async () => [{ version: '1.0.0', ...jobs, oldestSeconds: 1 }]);
  const text = await (await fetch(metrics.url)).text();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => {
    const labels = new RegExp(`^${name}(?:_sum)?\\{(.*)\\} `, 'm').exec(text)?.[1] ?? '';
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label);
    return [name, type, ...names].join(' ');
  });
}

const inCode = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

it('docs/reference/metrics.md lists every metric with its type and labels', async () => {
  const documented = rows
    .filter(([, type]) => ['counter', 'gauge', 'histogram'].includes(type))
    .map(([name, type, labels]) => [...inCode(name), type, ...inCode(labels)].join(' '));
  expect(documented.sort()).toEqual((await servedMetrics()).sort());
});

it('docs/reference/metrics.md lists every cause of a restart and every outcome of a job', () => {
  const causes = rows.filter(([, , third]) => third === undefined).flatMap(([cause]) => inCode(cause));
  expect(causes).toEqual(endCauses);
  const [, , , outcomes] = rows.find(([name]) => name.includes('jobs_total')) ?? [];
  expect(inCode(outcomes)).toEqual(jobOutcomes);
});

it('the documented queries and alerts use only existing metrics', async () => {
  const served = new Set(
    (await servedMetrics()).flatMap((one) => {
      const [name, type] = one.split(' ');
      return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    }),
  );
  const rules = readFileSync(new URL('../../../../deploy/alerts.yaml', import.meta.url), 'utf8');
  const queries = /```promql\n(.*?)```/s.exec(page)?.[1] ?? '';
  const asked = [...queries.matchAll(/render_service_\w+/g), ...rules.matchAll(/render_service_\w+/g)];
  expect(asked.length).toBeGreaterThan(12);
  expect(asked.map(([name]) => name).filter((name) => !served.has(name))).toEqual([]);
});
