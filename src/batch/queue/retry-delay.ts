/** How often a job is begun that crashes render processes. */
export const mostCrashes = 3;

/** How often a job is begun whose output cannot be stored, though the store works for others: for half an hour. */
export const mostTries = 8;

/** The name of this strategy in a job. */
export const backoffType = 'render-service';

/** Times of a worker, in milliseconds. */
export interface WorkerWaits {
  /** Until a job is tried again whose render process crashed; doubles with each try. */
  readonly afterCrash: number;
  /** Until a job is tried again whose output could not be stored; doubles with each try. */
  readonly afterStoreFailure: number;
  readonly longestAfterStoreFailure: number;
  /** Until a job is tried again while its store is down. */
  readonly storeDown: number;
  /** For which a worker takes no job after jobs of which none could be stored; doubles each time. */
  readonly pause: number;
  readonly longestPause: number;
}

export const defaultWaits: WorkerWaits = {
  afterCrash: 1000,
  afterStoreFailure: 30_000,
  longestAfterStoreFailure: 600_000,
  storeDown: 60_000,
  pause: 1000,
  longestPause: 60_000,
};
