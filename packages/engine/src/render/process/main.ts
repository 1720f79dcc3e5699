import { isMainThread } from 'node:worker_threads';
import { startGuard } from './guard.ts';

// One program for the render process and for the threads of its films.
if (isMainThread) {
  // It loads the drawing library while this thread loads the rest.
  startGuard();
  void import('./perform-tasks.ts');
} else void import('../film/film-thread.ts');
