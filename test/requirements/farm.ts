import { type Area, statements } from './requirement.ts';

export const farm: Area = {
  title: 'Many films, many machines',
  requirements: [
    ...statements(
      'farm',
      '1. Batch on one machine',
      `
batch.inputs: batch renders each of many projects into a folder.
batch.rows: With --data there is one output for each row, its fields being variables of one template.
batch.same-bytes: An output has the bytes that render with the same variables makes.
batch.data.csv: CSV may have a byte order mark, CRLF, and quotes around fields of several lines.
batch.data.json: Data may be a JSON array or JSON Lines.
batch.data.stdin: --data - reads rows from standard input.
batch.data.stream: Rows are read as a stream, and at most a few are held.
batch.data.types: A text becomes a number or truth value where the template declares one, and nothing else.
batch.columns: Missing columns are one sentence before anything is rendered, and columns that are left out another.
batch.names.safe: Names are made safe on any file system, whatever the values.
batch.names.differ: A clash of names, also one of case alone, is found before anything is rendered.
batch.processes: Render processes are used again and again, as many as asked for or as the machine allows.
batch.there: An output that the same project, options and version made is not made again.
batch.stale: A changed template, option or version renders anew.
batch.in-the-way: Anything else in the way is an error unless --force is given.
batch.resume: A batch that was interrupted, killed or out of disk space goes on where it was, and leaves no partial or
  temporary file.
batch.together: Two batches into one folder do not harm each other.
batch.one-bad-row: One bad row does not stop the others.
batch.crash: A render process that crashes is tried once more, and otherwise fails that output alone.
batch.outage: A store that fails has the batch wait and go on by itself; a signal ends it.
batch.progress: Progress shows the films done, failed and left, and the time left.
batch.summary: A summary stands at the end.
batch.report: The report has a line of JSON for each row, with its problems.
batch.exit: The exit code is 0 when all are made, 1 when some failed, and 2 for wrong usage.
`,
    ),
    ...statements(
      'farm',
      '2. Across machines: BullMQ on Redis',
      `
queue.optional: BullMQ and the S3 client are optional peers; their absence is one sentence with the command that installs
  them.
queue.batch: batch --queue puts the rows into the queue and follows them to the end, with the report and the exit codes of
  a batch on one machine.
queue.detach: With --detach it ends once the rows are in the queue.
queue.once: Started again, it adds nothing twice, and nothing that is there already.
queue.work: Workers do the jobs, with the bytes that batch makes on one machine.
queue.sigterm: SIGTERM lets a worker finish what it has, and a second one ends it at once.
queue.sigkill: SIGKILL loses nothing: the job goes to another worker, and its output appears once and whole.
queue.redis-restart: When Redis is restarted, workers and followers connect again and go on.
queue.failover: A Redis that is a replica or full for a while is waited for, within a limit and with few messages.
queue.crash: A crash of the render process is tried three times, with backoff.
queue.bad-worker: What fails because of the worker goes back without a try, and the worker says why and stops.
queue.versions: A worker takes only jobs of its own version; jobs of a version without workers are reported.
queue.checked: An output counts as made only if it can be found as the worker made it.
queue.order: Of two batches for the same output the one that was started last wins, in whatever order the jobs run.
queue.outage: What fails because of the store waits, pauses the worker and does not fail.
queue.wrong: A project that is wrong is not tried again.
queue.poison: A job that kills its worker ends in failed.
queue.vanished: A follower whose job has disappeared says so, and nobody waits for ever.
queue.template: A template is stored once, with its files, and a job is a row.
queue.s3: Outputs may go to a bucket of an S3-compatible store, and appear there only when they are whole.
queue.folder: A folder that a worker does not have is an error, and not made.
queue.untrusted: What stands in Redis is checked before it is used, and leads to no file outside the folder.
queue.credentials: No user name or password of an address is printed.
queue.batches: Batches take turns and have numbers, by which each is listed, cancelled and retried; --priority puts one first.
queue.manage: queue has status, list, pause, resume, cancel and retry.
`,
    ),
    ...statements(
      'farm',
      '3. For operators of the service',
      `
metrics.port: SERVICE_RENDER_METRICS_PORT is the port of Prometheus metrics, which has nothing else.
metrics.health: The port tells whether a worker can do its work, and why it cannot.
metrics.off: Without it there is no such port, and no code of metrics is loaded.
metrics.loopback: Metrics are on loopback unless SERVICE_RENDER_METRICS_HOST says otherwise.
metrics.port-in-use: A metrics port in use is a clear error with exit code 1.
metrics.requests: Requests are counted by route and status.
metrics.stages: Seconds are measured by format and stage, which are queue, parse, draw and encode.
metrics.made: Frames and bytes made are counted.
metrics.busy: It is told whether renderers are busy or free.
metrics.restarts: Restarts of the render process are counted by cause.
metrics.memory: The memory of both processes is told.
metrics.jobs: A worker's jobs are counted by outcome.
metrics.queue: A worker reports the jobs of its queue, the age of the oldest one, and stalled jobs.
metrics.zero: Every series of a counter starts at 0, so that the first event raises an alert.
metrics.labels: No value of a project or a request is in a label.
metrics.harmless: Scraping, however slow or often, does not disturb the service.
kubernetes.schemas: The Kubernetes manifests fit the schemas of the API and of KEDA.
kubernetes.service: The service has probes, limits and a disruption budget.
kubernetes.egress: The service may reach nothing, and workers only names, Redis and the store.
kubernetes.workers: Workers are scaled by the queue's length.
systemd.worker: A systemd unit runs workers, restarts those at fault and lets them finish.
compose.farm: A compose file has Redis, workers and Prometheus.
`,
    ),
  ],
};
