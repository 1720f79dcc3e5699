/** The results of a soak run that have bounds. */
export interface SoakReport {
  readonly samples: readonly { readonly serviceBytes: number }[];
  readonly descriptors: readonly { readonly before: number; readonly after: number }[];
  readonly idleProcesses: readonly number[];
  readonly processesLeft: number;
  readonly exitCodes: readonly (number | string | null)[];
  readonly temporaryFiles: readonly string[];
  readonly unexpected: readonly string[];
  readonly unexpectedFailures: readonly string[];
}

export function brokenBounds(report: SoakReport): string[];

export function memoryTrend(
  report: Pick<SoakReport, 'samples'>,
): { readonly first: number; readonly last: number; readonly growth: number } | undefined;
