export interface Workload {
  readonly name: string;
  readonly durationMs: number;
  /** The length in a quick run, if another. */
  readonly quickMs?: number;
  readonly description: string;
}

export const workloads: readonly Workload[];
export const output: { readonly width: number; readonly height: number; readonly fps: 24 | 30 | 60 };
export function projectJson(name: string, effort?: { readonly isQuick?: boolean }): Promise<string>;
