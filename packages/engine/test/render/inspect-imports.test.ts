import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const runFile = promisify(execFile);
const hello = fileURLToPath(new URL('../../../../examples/hello.json', import.meta.url));

/**
 * Loads a module of the built package in a new process, runs code with it, and lists the native libraries that are then
 * loaded.
 */
async function loadedLibraries(module: string, code: string): Promise<string[]> {
  const url = new URL(`../../dist/${module}`, import.meta.url).href;
  const program = `
    import { readFileSync } from 'node:fs';
    const module = await import(${JSON.stringify(url)});
    const hello = readFileSync(${JSON.stringify(hello)});
    ${code}
    process.report.excludeNetwork = true;
    console.log(JSON.stringify(process.report.getReport().sharedObjects));`;
  const { stdout } = await runFile(process.execPath, ['--input-type=module', '-e', program]);
  const libraries: string[] = JSON.parse(stdout);
  return libraries.filter((path) => /skia|node-av|libav/i.test(path));
}

it('inspect loads neither Skia nor FFmpeg', { tags: 'slow' }, async () => {
  expect(await loadedLibraries('render/inspect.js', 'await module.inspect(hello);')).toEqual([]);
});

it('rendering a film loads Skia and FFmpeg', { tags: 'slow' }, async () => {
  const libraries = await loadedLibraries(
    'render/render.js',
    "await module.render(hello, { format: 'mp4', width: 64 });",
  );
  expect(libraries).toEqual(
    expect.arrayContaining([expect.stringMatching(/skia/), expect.stringMatching(/node-av/)]),
  );
});
