import type { RenderResult } from '@render-service/engine';
import { describeIssue } from '@render-service/engine/text';
import { printNotice } from '@render-service/service/command-line';

/** Maximum number of printed warnings. */
const maxWarnings = 20;

/** Prints what was drawn differently from how it was written, on standard error, in the words of an inspection. */
export function printWarnings(warnings: RenderResult['warnings'] = []): void {
  for (const warning of warnings.slice(0, maxWarnings)) printNotice(describeIssue(warning));
  const more = warnings.length - maxWarnings;
  if (more > 0)
    printNotice(`${more} more ${more === 1 ? 'warning' : 'warnings'}; render-service inspect lists all`);
}
