// Renders each project that it receives with the built program, and sends the result and the peak memory of the
// process.
import { existsSync, readFileSync } from 'node:fs';
import { ContentError } from '../../packages/engine/dist/project/content-error.js';
import { describeProblem } from '../../packages/engine/dist/project/problem.js';
import { render } from '../../packages/engine/dist/render/render.js';

process.on('disconnect', () => process.exit());
process.on('message', async ({ project, options }) => {
  const outcome = await renderOnce(project, options);
  process.send({ ...outcome, peakMebibytes: peakMebibytes() });
});

/** On Linux, `maxRSS` begins with the memory that the parent has when it starts this process. */
function peakMebibytes() {
  const status = '/proc/self/status';
  const peak = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : undefined;
  return Number(peak ?? process.resourceUsage().maxRSS) / 1024;
}

async function renderOnce(project, options) {
  try {
    const result = await render(project, options);
    return { bytes: result.bytes };
  } catch (error) {
    if (error?.name !== 'RenderError') return { thrown: String(error?.stack ?? error) };
    const { code, problems, cause } = error;
    return { refusal: { code, problems: problems.map(describeProblem), unexpected: unexpected(cause) } };
  }
}

/** An unexpected failure, with its stack. */
function unexpected(cause) {
  return cause === undefined || cause instanceof ContentError ? undefined : String(cause?.stack ?? cause);
}
