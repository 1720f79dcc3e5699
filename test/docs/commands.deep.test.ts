import { it } from 'vitest';
import { runnable, runPage } from './pages.ts';

// The README's run with every `npm test`.
const others = runnable.filter(({ page }) => page !== 'README.md');

it.each(others)('the commands and scripts in $page work as printed', { timeout: 180_000 }, runPage);
