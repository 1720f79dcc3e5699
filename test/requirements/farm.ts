import { type Area, statements } from './requirement.ts';

export const farm: Area = {
  title: 'Many films, many machines',
  requirements: [
    ...statements(
      'farm',
      '1. Batch on one machine',
      `
batch.inputs: batch renders each of many projects into a folder.
batch.rows: With --data there is one output for each row, whose fields are variables of one template.
batch.same-bytes: An output has the same bytes as render with the same variables.
batch.data.csv: CSV may have a byte order mark, CRLF, and quotes around fields of several lines.
batch.data.json: Data may be a JSON array or JSON Lines.
batch.data.stdin: --data - reads rows from standard input.
batch.data.stream: Rows are read as a stream, and at most a few are in memory.
batch.data.types: A text becomes a number or truth value where the template declares one, and only there.
batch.columns: Missing columns are reported in one sentence before anything is rendered, and unused columns in another.
batch.names.safe: Names are safe on any file system, whatever the values.
batch.names.differ: A clash of names, even in case alone, is reported before anything is rendered.
batch.processes: Render processes are reused, as many as requested or as the machine allows.
batch.there: An output made from the same project, options and version is not rendered again.
batch.stale: A changed template, option or version causes a new render.
batch.in-the-way: Any other existing file is an error unless --force is given.
batch.resume: A batch that was interrupted, killed or out of disk space resumes, and leaves no partial or temporary
  file.
batch.together: Two batches into one folder do not damage each other's outputs.
batch.one-bad-row: One bad row does not stop the others.
batch.crash: After a crash of the render process, its output is tried once more; a second crash fails only that output.
batch.outage: When a store fails, the batch waits and continues by itself; a signal ends it.
batch.progress: Progress shows the films done, failed and left, and the time left.
batch.summary: A summary is printed at the end.
batch.report: The report has a line of JSON for each row, including its problems.
batch.exit: The exit code is 0 when all outputs are made, 1 when some failed, and 2 for wrong usage.
`,
    ),
    ...statements(
      'farm',
      '2. Across machines: BullMQ on Redis',
      `
queue.optional: BullMQ and the S3 client are optional peers; if missing, one sentence gives the command that installs
  them.
queue.batch: batch --queue puts the rows into the queue and follows them to the end, with the report and the exit codes of
  a batch on one machine.
queue.detach: With --detach, batch ends once the rows are in the queue.
queue.once: A batch that is started again adds nothing twice, and no output that already exists.
queue.work: Workers do the jobs, with the same bytes as batch on one machine.
queue.sigterm: On SIGTERM a worker finishes its jobs, and a second one ends it at once.
queue.sigkill: SIGKILL loses nothing: the job goes to another worker, and its output appears once and whole.
queue.redis-restart: When Redis restarts, workers and followers reconnect and continue.
queue.failover: While Redis is a replica or full, the command waits, within a limit and with few messages.
queue.crash: A crash of the render process is tried three times, with backoff.
queue.bad-worker: A job that fails because of the worker returns without using up a try, and the worker explains why and
  stops.
queue.versions: A worker takes only jobs of its own version; jobs of a version without workers are reported.
queue.checked: An output counts as made only if it is found as the worker made it.
queue.order: Of two batches for the same output, the one started last wins, in whatever order the jobs run.
queue.outage: A job that fails because of the store waits and pauses the worker, without counting as failed.
queue.wrong: An invalid project is not tried again.
queue.poison: A job that kills its worker ends as failed.
queue.vanished: A follower reports when its job has disappeared, and nothing waits for ever.
queue.template: A template is stored once, with its files, and each job contains only a row.
queue.s3: Outputs may go to a bucket of an S3-compatible store, where they appear only when complete.
queue.folder: A folder that a worker does not have is an error, and is not created.
queue.untrusted: Data from Redis is checked before use, and leads to no file outside the folder.
queue.credentials: The user name and password in an address are never printed.
queue.batches: Batches take turns and have numbers, with which each can be listed, cancelled and retried; --priority
  puts one first.
queue.manage: queue has status, list, pause, resume, cancel and retry.
`,
    ),
    ...statements(
      'farm',
      '3. For operators of the service',
      `
metrics.port: SERVICE_RENDER_METRICS_PORT is a separate port for Prometheus metrics.
metrics.health: The port reports whether a worker can work, and why if not.
metrics.off: Without this setting, there is no such port, and no code of metrics is loaded.
metrics.loopback: Metrics are served on loopback unless SERVICE_RENDER_METRICS_HOST is set.
metrics.port-in-use: A metrics port that is in use causes a clear error and exit code 1.
metrics.requests: Requests are counted by route and status.
metrics.stages: Seconds are measured by format and stage, which are queue, parse, draw and encode.
metrics.made: Rendered frames and bytes are counted.
metrics.busy: The numbers of busy and free renderers are reported.
metrics.restarts: Restarts of the render process are counted by cause.
metrics.memory: The memory of both processes is reported.
metrics.jobs: A worker's jobs are counted by outcome.
metrics.queue: A worker reports the jobs of its queue, the age of the oldest one, and stalled jobs.
metrics.zero: Every series of a counter starts at 0, so the first event raises an alert.
metrics.labels: No label contains a value of a project or a request.
metrics.harmless: Scraping, however slow or often, does not disturb the service.
kubernetes.schemas: The Kubernetes manifests conform to the schemas of the API and of KEDA.
kubernetes.service: The service has probes, limits and a disruption budget.
kubernetes.egress: The service can reach nothing, and workers only DNS, Redis and the store.
kubernetes.workers: Workers are scaled by the queue's length.
systemd.worker: A systemd unit runs workers, restarts failed ones and lets them finish.
compose.farm: A compose file has Redis, workers and Prometheus.
`,
    ),
  ],
};
