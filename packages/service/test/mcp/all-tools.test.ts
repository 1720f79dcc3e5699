import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { crowd, hello } from './support/fixtures.ts';
import { type Json, WireClient } from './support/wire-client.ts';

const contractTools = ['service_capabilities', 'service_inspect', 'service_render'];
const allTools = [...contractTools, 'service_fix', 'service_sheet', 'service_expand', 'service_job'];

const open = (env: NodeJS.ProcessEnv = {}, args: readonly string[] = ['--tools', 'all']) =>
  WireClient.open({ args, env });

async function listed(client: WireClient): Promise<readonly Json[]> {
  const { result } = await client.request('tools/list');
  return (result as { tools: Json[] }).tools;
}

/** A text that is too long for its frame, and so has advice with a fix. */
const faulty = {
  shorthand: true,
  objects: { title: { kind: 'text', text: 'far to the right', x: 1900, y: 500, fontSize: 80 } },
  compositions: [{ duration: 1000 }],
};

async function projectFile(project: object = faulty) {
  const folder = await temporaryFolder();
  const inputPath = join(folder, 'film.json');
  await writeFile(inputPath, JSON.stringify(project, null, 2));
  return { folder, inputPath };
}

describe('the list of tools', () => {
  it('has the three of the contract by default, and all with --tools all or its variable', {
    tags: 'slow',
  }, async () => {
    const names = async (client: WireClient) => (await listed(client)).map(({ name }) => name);
    expect(await names(await open({}, []))).toEqual(contractTools);
    expect(await names(await open({ SERVICE_RENDER_TOOLS: 'contract' }, []))).toEqual(contractTools);
    expect(await names(await open({ SERVICE_RENDER_TOOLS: 'all' }, []))).toEqual(allTools);
    expect(await names(await open())).toEqual(allTools);
  });

  it('describes each tool with hints, and with schemas of its arguments and its result', async () => {
    const tools = await listed(await open());
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      expect({ name, description }).toMatchObject({ description: expect.stringMatching(/^[A-Z].+\.$/) });
      expect(annotations).toMatchObject({
        readOnlyHint: ['service_capabilities', 'service_inspect'].includes(String(name)),
        destructiveHint: ['service_fix', 'service_job'].includes(String(name)),
        openWorldHint: false,
      });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('refuses another value with the rule, at the start', async () => {
    const { code, stderr } = await run(['mcp', '--tools', 'many']);
    expect({ code, stderr: stderr.toString() }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--tools must be contract or all, but is "many"'),
    });
  });
});

describe('service_fix', () => {
  it('changes the file and returns the changes; a second call changes nothing', {
    tags: 'slow',
  }, async () => {
    const client = await open();
    const { inputPath } = await projectFile();
    const before = await readFile(inputPath, 'utf8');
    const checked = await client.callTool('service_fix', { inputPath, check: true });
    expect(checked.structured).toMatchObject({
      changes: [
        { path: expect.stringContaining('title'), rule: expect.any(String), line: expect.any(Number) },
      ],
    });
    expect(await readFile(inputPath, 'utf8')).toBe(before);
    const fixed = await client.callTool('service_fix', { inputPath });
    expect(fixed.structured).toEqual(checked.structured);
    const after = await readFile(inputPath, 'utf8');
    expect(after).not.toBe(before);
    expect((await client.callTool('service_fix', { inputPath })).structured).toMatchObject({ changes: [] });
    expect(await readFile(inputPath, 'utf8')).toBe(after);
  });

  it('leaves an invalid project as it is, and returns its problems', { tags: 'slow' }, async () => {
    const client = await open();
    const { inputPath } = await projectFile({ ...faulty, objects: { title: { kind: 'txt' } } });
    const before = await readFile(inputPath, 'utf8');
    expect(await client.toolError('service_fix', { inputPath })).toContain('objects.title.kind');
    expect(await readFile(inputPath, 'utf8')).toBe(before);
  });
});

describe('service_sheet', () => {
  it('writes the sheet and returns it as an image', { tags: 'slow' }, async () => {
    const client = await open();
    const { folder, inputPath } = await projectFile();
    const outputPath = join(folder, 'sheet.png');
    const id = client.startTool('service_sheet', {
      inputPath,
      outputPath,
      moments: 3,
      columns: 3,
      width: 900,
    });
    const { result } = await client.answer(id);
    const { content, structuredContent } = result as { content: Json[]; structuredContent: Json };
    expect(structuredContent).toMatchObject({ outputPath, width: 900, moments: { length: 3 } });
    const written = await readFile(outputPath);
    expect(written.length).toBe(structuredContent.bytes);
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: written.toString('base64') });
    expect(await client.toolError('service_sheet', { inputPath, outputPath })).toContain(
      'files are never overwritten',
    );
  });

  it('refuses options that exclude each other, and values out of range', async () => {
    const client = await open();
    const { folder, inputPath } = await projectFile();
    const outputPath = join(folder, 'sheet.png');
    const error = (options: Json) => client.toolError('service_sheet', { inputPath, outputPath, ...options });
    expect(await error({ moments: 3, every: 100 })).toContain('every');
    expect(await error({ columns: 1000 })).toContain('columns must be');
    expect(existsSync(outputPath)).toBe(false);
  });
});

describe('service_expand', () => {
  it('writes the project as the command expand does', { tags: 'slow' }, async () => {
    const client = await open();
    const { folder, inputPath } = await projectFile();
    const outputPath = join(folder, 'full.json');
    const { structured } = await client.callTool('service_expand', { inputPath, outputPath });
    const written = await readFile(outputPath);
    expect(structured).toMatchObject({ outputPath, bytes: written.length });
    const { stdout } = await run(['expand', inputPath]);
    expect(written.equals(stdout)).toBe(true);
  });
});

describe('a render that takes longer than a client waits', () => {
  const long = async (waitMs: number) => {
    const client = await open({ SERVICE_RENDER_TOOL_WAIT_MS: String(waitMs) });
    const folder = await temporaryFolder();
    const outputPath = join(folder, 'film.mp4');
    const render = () => client.callTool('service_render', { inputPath: crowd, outputPath });
    return { client, folder, outputPath, render };
  };

  it('returns a job, and service_job its film; the file appears once', {
    tags: ['ffmpeg', 'slow'],
    timeout: 120_000,
  }, async () => {
    const { client, folder, outputPath, render } = await long(100);
    const { structured, text } = await render();
    expect(structured).toMatchObject({ status: 'running', outputPath, job: expect.any(String) });
    expect(text).toContain('service_job');
    expect(await readdir(folder)).not.toContain('film.mp4');
    const job = structured?.job;
    let last: Json | undefined;
    do last = (await client.callTool('service_job', { job })).structured;
    while (last?.status === 'running');
    expect(last).toMatchObject({
      job,
      status: 'done',
      outputPath,
      format: 'mp4',
      frames: expect.any(Number),
    });
    expect(await readdir(folder)).toEqual(['film.mp4']);
    const written = await readFile(outputPath);
    expect(written.length).toBe(last?.bytes);
    const again = await client.callTool('service_job', { job, action: 'report' });
    expect(again.structured).toEqual(last);
    expect((await client.callTool('service_job', { job, action: 'cancel' })).structured).toEqual(last);
    expect((await readFile(outputPath)).equals(written)).toBe(true);
  });

  it('reports its frames while it runs, and tells a client that waits of its progress', {
    tags: 'slow',
  }, async () => {
    const { client, render } = await long(100);
    const job = (await render()).structured?.job;
    const reports = async () =>
      (await client.callTool('service_job', { job, action: 'report' })).structured as Json;
    let report = await reports();
    while (report.status === 'running' && report.framesDone === undefined) report = await reports();
    expect(report).toMatchObject({ status: 'running', frames: expect.any(Number) });
    // Other calls do not wait for it.
    expect((await client.callTool('service_inspect', { inputPath: hello })).isError).toBe(false);
    expect(await reports()).toMatchObject({ status: 'running' });
    const waiting = client.startTool('service_job', { job });
    await client.untilMidFilm(waiting);
    await client.answer(waiting);
    await client.callTool('service_job', { job, action: 'cancel' });
  });

  it('is not started again for the file that it makes', async () => {
    const { client, outputPath, render } = await long(100);
    const job = (await render()).structured?.job;
    const again = await render();
    expect(again.isError).toBe(true);
    expect(again.text).toContain(
      `${outputPath} is being made by job ${job}; call service_job to wait for it, or choose another path`,
    );
    await client.callTool('service_job', { job, action: 'cancel' });
    expect((await render()).structured).toMatchObject({ status: 'running' });
  }, 60_000);

  it('of two renders of one file at the same time, only one runs', { tags: 'slow' }, async () => {
    const { client, outputPath } = await long(2000);
    const calls = [1, 2].map(() => client.startTool('service_render', { inputPath: crowd, outputPath }));
    const results = await Promise.all(calls.map((call) => client.toolResult(call)));
    // Whichever was read first.
    const [running, refused] = results.toSorted((one, other) => Number(one.isError) - Number(other.isError));
    expect(running?.isError).toBe(false);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('is being made by job') });
    await client.callTool('service_job', { job: running?.structured?.job, action: 'cancel' });
  });

  it('leaves no file when it is cancelled, and says so afterwards', async () => {
    const { client, folder, render } = await long(100);
    const job = (await render()).structured?.job;
    const cancelled = { job, status: 'cancelled' };
    expect((await client.callTool('service_job', { job, action: 'cancel' })).structured).toMatchObject(
      cancelled,
    );
    expect((await client.callTool('service_job', { job })).structured).toMatchObject(cancelled);
    expect(await readdir(folder)).toEqual([]);
    // The next render is not held up.
    const next = await client.callTool('service_render', {
      inputPath: hello,
      outputPath: join(folder, 'hello.png'),
    });
    expect(next.isError).toBe(false);
  }, 60_000);

  it('is cancelled with its call before there is a job, and ends with the server after that', {
    tags: 'slow',
  }, async () => {
    const { client, folder, outputPath } = await long(60_000);
    const call = client.startTool('service_render', { inputPath: crowd, outputPath });
    await client.untilMidFilm(call);
    client.notify('notifications/cancelled', { requestId: call });
    const png = join(folder, 'hello.png');
    await client.callTool('service_render', { inputPath: hello, outputPath: png });
    expect(await readdir(folder)).toEqual(['hello.png']);

    const ended = await long(100);
    await ended.render();
    ended.client.process.stdin?.end();
    expect(await ended.client.finished).toBe(0);
    expect(await readdir(ended.folder)).toEqual([]);
  });

  it('returns the problems of the render as those of the job', async () => {
    const client = await open({ SERVICE_RENDER_TOOL_WAIT_MS: '0' });
    const { folder, inputPath } = await projectFile({ ...faulty, objects: { title: { kind: 'txt' } } });
    const outputPath = join(folder, 'film.mp4');
    const { structured } = await client.callTool('service_render', { inputPath, outputPath });
    const { job } = structured as Json;
    let last = await client.callTool('service_job', { job });
    while (last.structured?.status === 'running') last = await client.callTool('service_job', { job });
    expect(last).toMatchObject({ isError: true, text: expect.stringContaining('objects.title.kind') });
  });

  it('names the jobs there are for one that is unknown', async () => {
    const client = await open();
    expect(await client.toolError('service_job', { job: 'abc' })).toBe(
      'job must be one that service_render has returned since this server started, but is "abc"; there is none yet',
    );
    expect(await client.toolError('service_job', { job: 'abc', action: 'stop' })).toContain(
      'action must be one of wait, report, cancel, but is "stop"',
    );
  });

  it('waits as long as it takes with the three tools of the contract', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const client = await open({ SERVICE_RENDER_TOOL_WAIT_MS: '0' }, []);
    const folder = await temporaryFolder();
    const outputPath = join(folder, 'hello.mp4');
    const { structured } = await client.callTool('service_render', { inputPath: hello, outputPath });
    expect(structured).toMatchObject({ outputPath, format: 'mp4' });
  });
});
