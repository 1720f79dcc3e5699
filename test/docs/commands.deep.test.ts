// @module-tag ffmpeg

import { it } from 'vitest';
import { programsOf, runnable, runPage } from './pages.ts';

// The README's run with every `npm test`.
const others = runnable.filter(({ page }) => page !== 'README.md');

for (const page of others) {
  it(
    `the commands and scripts in ${page.page} work as printed`,
    {
      tags: programsOf(page),
      timeout: 180_000,
    },
    () => runPage(page),
  );
}
