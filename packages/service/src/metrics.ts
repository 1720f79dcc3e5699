export type { QueueBacklog } from './metrics/queue-gauges.ts';
export { startMetrics } from './metrics/start-metrics.ts';
