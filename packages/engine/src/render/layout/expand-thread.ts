import { type MessagePort, workerData } from 'node:worker_threads';
import { loadLayout } from '../../layout/load-layout.ts';
import { type LaidOutScene, openProject } from '../../shorthand/expand-project.ts';
import type { ExpandAnswer, ExpandTask } from './expand-in-thread.ts';

// A thread that resolves the relations of one document for a caller that is blocked until then.

const { task, port }: { readonly task: ExpandTask; readonly port: MessagePort } = workerData;

async function answer({ document, options }: ExpandTask): Promise<ExpandAnswer> {
  const opened = openProject(document, options);
  if (!opened.ok) return { failure: opened };
  const { expand, ...contents } = opened.value;
  const layOut = await loadLayout(contents);
  const scenes: Record<string, LaidOutScene> = {};
  const expanded = expand((scene, problems) => {
    scenes[scene.id] = layOut(scene, problems);
    return scenes[scene.id];
  });
  return expanded.ok ? { scenes } : { failure: expanded };
}

port.postMessage(await answer(task).catch((error: unknown) => ({ error })));
Atomics.store(task.isAnswered, 0, 1);
Atomics.notify(task.isAnswered, 0);
