// Parses and inspects each document that it receives with the built program, and sends the result.
import { Worker } from 'node:worker_threads';
import { ContentError } from '../../packages/engine/dist/project/content-error.js';
import { parseProject } from '../../packages/engine/dist/project/parse-project.js';
import { describeProblem } from '../../packages/engine/dist/project/problem.js';
import { inspect } from '../../packages/engine/dist/render/inspect.js';

const memoryLimit = 3 * 1024 ** 3;

// A separate thread, because the main one may be in an endless loop.
new Worker(
  `setInterval(() => process.memoryUsage.rss() > ${memoryLimit} && process.kill(process.pid, 'SIGKILL'), 100)`,
  { eval: true },
);

process.on('disconnect', () => process.exit());
process.on('message', async (input) => {
  const before = process.cpuUsage();
  const parsed = parseOnce(input);
  const inspected = await inspectOnce(input);
  const { user, system } = process.cpuUsage(before);
  process.send({ parsed, inspected, processorMs: (user + system) / 1000 });
});

function parseOnce(input) {
  try {
    const parsed = parseProject(input);
    return parsed.ok ? { ok: true } : { ok: false, problems: parsed.problems.map(describeProblem) };
  } catch (error) {
    return { thrown: String(error?.stack ?? error) };
  }
}

async function inspectOnce(input) {
  try {
    const { blocking: _, ...inspection } = await inspect(input);
    return { ok: true, issues: inspection.issues };
  } catch (error) {
    const { name, code, problems, cause } = error;
    if (name !== 'RenderError') return { thrown: String(error?.stack ?? error) };
    const unexpected =
      cause === undefined || cause instanceof ContentError ? undefined : String(cause?.stack);
    return { ok: false, code, problems: problems.map(describeProblem), unexpected };
  }
}
