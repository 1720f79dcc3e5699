import { existsSync } from 'node:fs';

const headlessShell = '/usr/bin/chromium-headless-shell';

/** Whether the browser is the headless shell, which both tools prefer because it is faster. */
export const hasHeadlessShell = existsSync(headlessShell);

/** The path of the browser for tools that record one, as Debian's packages install it. */
export const browser = hasHeadlessShell ? headlessShell : '/usr/bin/chromium';
