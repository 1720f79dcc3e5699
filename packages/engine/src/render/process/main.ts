import { isMainThread } from 'node:worker_threads';

// One program for the render process and for the threads of its films.
void (isMainThread ? import('./perform-tasks.ts') : import('../film/film-thread.ts'));
