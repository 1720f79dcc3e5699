import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serviceSettings, settingsTable } from '../../packages/service/src/contract/settings.ts';
import { defaultLimits } from '../../packages/service/src/http/limits.ts';
import { ask } from '../support/ask.ts';
import { tableUnder } from '../support/markdown-table.ts';
import { startService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/guides/service.md', root), 'utf8');
const manifest: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);

describe('docs/guides/service.md', () => {
  it('docs/guides/service.md lists every setting of the service', () => {
    const settings = serviceSettings.map((name) => settingsTable[name]);
    const rows = settings.map(({ variable, flag, meaning }) => [variable, `--${flag}`, meaning]);
    expect(tableUnder(page, 'Settings')).toEqual(rows);
  });

  it('docs/guides/service.md lists the limits on slow clients', () => {
    const limits = defaultLimits;
    const rows = tableUnder(page, 'Slow clients').map(([, limit]) => limit);
    expect(rows.slice(0, 7)).toEqual([
      `${limits.waitingRequests}`,
      `${limits.waitingBodies}`,
      `${limits.waitingBodyBytes / 1024 ** 2} MiB`,
      `${limits.waitingResponses}`,
      `${limits.waitingResponseBytes / 1024 ** 2} MiB`,
      `${limits.sendingBytesPerSecond / 1024} KiB/s`,
      `${limits.readingBytesPerSecond / 1024} KiB/s`,
    ]);
    expect(page).toContain(`on average over ${limits.sendingWindowMs / 1000} s`);
    expect(page).toContain(`on average over ${limits.readingWindowMs / 60_000} minutes`);
  });

  it('docs/guides/service.md lists every field of a log line', async () => {
    const service = await startService();
    await ask(service, '/capabilities');
    const line = await waitUntil('the request is logged', () =>
      service.logs.find(({ path }) => path === '/capabilities'),
    );
    const explained = tableUnder(page, 'Logs').flatMap(([names]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const examples = [...page.matchAll(/^\{"level".*\}$/gm)].map(([text]) => Object.keys(JSON.parse(text)));
    expect(examples).toEqual([Object.keys(line), Object.keys(line)]);
    expect([...explained, 'msg']).toEqual(expect.arrayContaining(Object.keys(line)));
  });

  it('docs/guides/service.md names only files and scripts that exist', () => {
    const files = page.match(/\b(deploy|scripts|examples)\/[\w.-]+\w/g) ?? [];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect([file, existsSync(new URL(file, root))]).toEqual([file, true]);
    const scripts = [...page.matchAll(/npm run (\S+?)[`\s]/g)].map(([, name]) => name);
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
  });
});
