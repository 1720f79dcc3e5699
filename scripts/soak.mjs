import { parseArgs } from 'node:util';
import { brokenBounds, median, memoryTrend } from './soak/bounds.mjs';
import { soak } from './soak/run.mjs';

// Sends thousands of mixed requests to real services: stills, films, broken documents, clients that disconnect, time
// limits, killed render processes. The exit code is 1 if a response is wrong or anything is left behind.
//
//   node scripts/soak.mjs [--requests 2000] [--seed 1] [--json]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const isTerminal = process.stderr.isTTY;
const report = await soak({
  requests: wholeNumber('requests'),
  seed: wholeNumber('seed'),
  onProgress: (sent) => isTerminal && process.stderr.write(`\r${sent} requests`),
});
if (isTerminal) process.stderr.write('\r');
const broken = brokenBounds(report);
if (values.json) console.log(JSON.stringify({ ...report, broken }));
else printReport(report);
for (const sentence of broken) console.error(`broken: ${sentence}`);
process.exitCode = broken.length > 0 ? 1 : 0;

function wholeNumber(name) {
  const text = values[name];
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  console.error(`--${name} must be a whole number above 0, but is ${JSON.stringify(text)}`);
  process.exit(2);
}

function printReport({ requests, statuses, refusals, samples, descriptors, processes, ...rest }) {
  const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const trend = memoryTrend({ samples });
  const render = samples.map(({ renderBytes }) => renderBytes);
  const rows = [
    ...Object.entries(statuses).map(([kind, counts]) => [
      kind,
      Object.entries(counts)
        .map(([status, count]) => `${count} x ${status === '0' ? 'no response' : status}`)
        .join(', '),
    ]),
    ['all', `${requests} requests in ${rest.seconds.toFixed(0)} s`],
    ['refused after a client disconnected', `${refusals}`],
    [
      'memory of the service',
      trend
        ? `${mebibytes(trend.first)} at first, ${mebibytes(trend.last)} at the end: x ${trend.growth.toFixed(2)}`
        : 'the run was too short to tell',
    ],
    ['memory of the render process', render.length > 0 ? spread(render, mebibytes) : 'not measured'],
    [
      'file descriptors',
      descriptors.map(({ before, after }) => `${before} before, ${after} after`).join('; '),
    ],
    ['render processes', `${processes.length} in all, ${rest.processesLeft} left`],
    ['temporary files', `${rest.temporaryFiles.length} left`],
    ['exit codes', rest.exitCodes.join(', ')],
  ];
  const widest = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`${name.padEnd(widest)}  ${value}`);
}

function spread(numbers, form) {
  return `${form(Math.min(...numbers))} to ${form(Math.max(...numbers))}, half below ${form(median(numbers))}`;
}
