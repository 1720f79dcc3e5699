import { readFileSync } from 'node:fs';

/**
 * Returns the processor time of the current thread in milliseconds, without that of other threads, which may typeset or
 * collect garbage at the same time. Node before 23.9 does not report it; Linux's scheduler does.
 * Elsewhere, the result is the time of the whole process.
 */
export function threadCpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage) return inMs(threadCpuUsage());
  try {
    const [onProcessor = ''] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
    const nanoseconds = Number(onProcessor);
    if (nanoseconds > 0) return nanoseconds / 1e6;
  } catch {
    // The system has no such file.
  }
  return inMs(process.cpuUsage());
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
