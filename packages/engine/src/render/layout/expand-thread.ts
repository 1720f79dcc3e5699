import { type MessagePort, workerData } from 'node:worker_threads';
import { loadLayout } from '../../layout/load-layout.ts';
import { ContentError } from '../../project/content-error.ts';
import type { ProjectFailure } from '../../project/parse-project.ts';
import { type LaidOutScene, type OpenedProject, openProject } from '../../shorthand/expand-project.ts';
import type { ExpandAnswer, ExpandTask } from './expand-in-thread.ts';

// A thread that resolves the relations of one document for a caller that is blocked until then.

const { task, port }: { readonly task: ExpandTask; readonly port: MessagePort } = workerData;

async function answer({ document, options }: ExpandTask): Promise<ExpandAnswer> {
  const opened = openProject(document, options);
  if (!opened.ok) return { failure: opened };
  const { expand, written, ...contents } = opened.value;
  const layOut = await loadLayout(contents).catch((error: unknown) => refused(error, written));
  if (typeof layOut !== 'function') return { failure: layOut };
  const scenes: Record<string, LaidOutScene> = {};
  const expanded = expand((scene, problems) => {
    const laidOut = layOut(scene, problems);
    // A scene is laid out again with the sizes of its charts.
    const figureSizes = scenes[scene.id]?.figureSizes ?? laidOut.figureSizes;
    scenes[scene.id] = { ...laidOut, figureSizes };
    return laidOut;
  });
  return expanded.ok ? { scenes } : { failure: expanded };
}

/** Returns the problems of fonts that cannot be used. */
function refused(error: unknown, written: OpenedProject['written']): ProjectFailure {
  if (!(error instanceof ContentError)) throw error;
  const problems = error.problems.map((problem) => ({ ...problem, path: written(problem.path) }));
  return { ok: false, reason: 'invalid', problems };
}

port.postMessage(await answer(task).catch((error: unknown) => ({ error })));
Atomics.store(task.isAnswered, 0, 1);
Atomics.notify(task.isAnswered, 0);
