// Renders the projects it is sent with the built program, one by one, and says what came of each and how much memory
// the process has taken at the most.
import { ContentError } from '../../dist/project/content-error.js';
import { render } from '../../dist/render/render.js';

process.on('disconnect', () => process.exit());
process.on('message', async ({ project, options }) => {
  const outcome = await renderOnce(project, options);
  process.send({ ...outcome, peakMebibytes: process.resourceUsage().maxRSS / 1024 });
});

async function renderOnce(project, options) {
  try {
    const result = await render(project, options);
    return { bytes: result.bytes };
  } catch (error) {
    if (error?.name !== 'RenderError') return { thrown: String(error?.stack ?? error) };
    const { code, problems, cause } = error;
    return { refusal: { code, problems, unexpected: unexpected(cause) } };
  }
}

/** An unexpected failure, with its stack. */
function unexpected(cause) {
  return cause === undefined || cause instanceof ContentError ? undefined : String(cause?.stack ?? cause);
}
