import { type Area, statements } from './requirement.ts';

export const farm: Area = {
  title: 'Many films, many machines',
  requirements: [
    ...statements(
      'farm',
      '3. For operators of the service',
      `
metrics.port: SERVICE_RENDER_METRICS_PORT is the port of Prometheus metrics, which has nothing else.
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
metrics.labels: No value of a project or a request is in a label.
metrics.harmless: Scraping, however slow or often, does not disturb the service.
kubernetes.schemas: The Kubernetes manifests fit the schemas of the API and of KEDA.
kubernetes.service: The service has probes, limits and a disruption budget.
kubernetes.egress: The service may reach nothing, and workers only names, Redis and the store.
kubernetes.workers: Workers are scaled by the queue's length.
compose.farm: A compose file has Redis, workers and Prometheus.
`,
    ),
  ],
};
