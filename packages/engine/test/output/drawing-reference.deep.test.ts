// @module-tag chromium

import { describe, it } from 'vitest';
import { projectFiles } from '../../../../test/support/project-files.ts';
import { kindSheets, useReferenceBrowser } from './drawing-reference.ts';

const demandAgreement = useReferenceBrowser();

describe('example and fixture projects', () => {
  /** Not a round number, because a hold or a keyframe may begin at a round time. */
  const shares = [0, 0.2517, 0.5031, 0.7473, 1];

  it.each(projectFiles)(
    'the PNG of $name matches its SVG in Chromium',
    { timeout: 60_000 },
    async ({ name, project, durationMs, width }) => {
      for (const share of shares) {
        const timeMs = share * durationMs;
        // Draws large scenes at full size only once. Smaller sizes show as much in a fraction of the time.
        const size = width > 640 && share !== 0.5031 ? { width: 640 } : {};
        await demandAgreement(project, `${name} at ${timeMs} ms`, { timeMs, ...size });
      }
    },
  );
});

describe('every object kind, look and write progress', () => {
  it.each(kindSheets('#18202c'))(
    'PNG matches SVG in Chromium for every look and write progress of $kind on #18202c',
    ({ kind, project }) => demandAgreement(project, `${kind} on #18202c`, { timeMs: 300 }),
  );
});
