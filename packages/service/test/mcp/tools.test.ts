import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { checkFilm } from '../../../../test/support/film/check-film.ts';
import { writeWav } from '../../../../test/support/wav-writer.ts';
import { capabilities } from '../../../engine/src/render/capabilities.ts';
import { hello, launch, readProject } from './support/fixtures.ts';
import { textOf, useOfficialClient } from './support/official-client.ts';

const manifest = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'));

describe.each(['2025-11-25', '2026-07-28'] as const)('the official client at revision %s', (era) => {
  const client = useOfficialClient(era);

  it("the official client receives the tool server's name, version and instructions", () => {
    expect(client().getServerVersion()).toMatchObject({
      name: 'render-service',
      version: manifest.version,
    });
    expect(client().getInstructions()).toMatch(/service:\/\/examples\/hello/);
    expect(client().getServerCapabilities()).toMatchObject({ tools: {}, resources: {} });
  });

  it('the tool server lists three tools with their annotations', async () => {
    const { tools } = await client().listTools();
    expect(tools.map(({ name, annotations }) => ({ name, annotations }))).toEqual([
      {
        name: 'service_capabilities',
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      },
      {
        name: 'service_inspect',
        annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      },
      {
        name: 'service_render',
        annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      },
    ]);
  });

  it('the tool server lists valid schemas, and describes every argument of service_render', async () => {
    const { tools } = await client().listTools();
    const inputs = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
    expect(Object.keys(inputs.service_capabilities.properties ?? {})).toEqual(['topic']);
    expect(Object.keys(inputs.service_inspect.properties ?? {})).toEqual([
      'inputPath',
      'sheet',
      'layout',
      'times',
      'frame',
      'width',
      'variables',
      'theme',
    ]);
    expect(inputs.service_render.required).toEqual(['inputPath', 'outputPath']);
    expect(inputs.service_render.properties).toEqual({
      inputPath: { type: 'string', description: expect.any(String) },
      outputPath: { type: 'string', description: expect.stringContaining('never overwritten') },
      format: { type: 'string', enum: ['svg', 'png', 'mp4'], description: expect.any(String) },
      width: { type: 'integer', minimum: 1, maximum: 1920, description: expect.any(String) },
      height: { type: 'integer', minimum: 1, maximum: 1920, description: expect.any(String) },
      fps: { type: 'number', enum: [24, 30, 60], default: 30, description: expect.any(String) },
      timeMs: { type: 'number', minimum: 0, default: 0, description: expect.any(String) },
      variables: expect.objectContaining({ type: 'object', description: expect.any(String) }),
      theme: { type: 'string', description: expect.any(String) },
    });
    const ajv = new Ajv2020({ strict: false });
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema.additionalProperties).toBe(false);
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(outputSchema && ajv.validateSchema(outputSchema)).toBe(true);
    }
  });

  it('service_capabilities returns the capabilities', async () => {
    const result = await client().callTool({ name: 'service_capabilities' });
    expect(result.structuredContent).toEqual(capabilities);
    expect(JSON.parse(textOf(result))).toEqual(capabilities);
  });

  it("service_inspect returns a project's properties, issues and advice", async () => {
    const result = await client().callTool({ name: 'service_inspect', arguments: { inputPath: launch } });
    expect(result.structuredContent).toEqual({
      name: 'Orbit 2 launch',
      scenes: 2,
      durationMs: 7900,
      width: 1920,
      height: 1080,
      audibleTracks: 2,
      issues: [],
      problems: [],
      capabilities,
      pages: ['animation', 'images', 'keyframes', 'places', 'shapes', 'sound', 'text'],
      advice: [
        {
          rule: 'sound',
          path: 'scenes.intro.audioTracks.pad',
          message: expect.stringContaining('the last 3.9 s of the film are silent'),
        },
        {
          rule: 'outside-card',
          path: 'scenes.intro.compositions.b.states.name',
          message: expect.stringContaining('beyond the rectangle badge'),
          box: expect.objectContaining({ left: 860.47, top: 511.11 }),
          fix: { x: 946, y: 484 },
        },
      ],
    });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  it("the tools fill in a shorthand project's variables, and read files relative to the project", async () => {
    const folder = await temporaryFolder();
    const inputPath = join(folder, 'film.json');
    await writeFile(join(folder, 'a.wav'), writeWav({ sampleRate: 8000, frames: 80, channels: [() => 0] }));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const document = { shorthand: true, name: '${title}', compositions: { a: {} } };
    const audioTracks = { a: { asset: { src: 'a.wav' } } };
    await writeFile(inputPath, JSON.stringify({ ...document, audioTracks }));
    const variables = { title: 'Hello' };
    const inspect = { name: 'service_inspect', arguments: { inputPath, variables } };
    expect((await client().callTool(inspect)).structuredContent).toMatchObject({
      name: 'Hello',
      audibleTracks: 1,
    });
    const render = {
      name: 'service_render',
      arguments: { inputPath, outputPath: join(folder, 'a.svg'), variables },
    };
    expect((await client().callTool(render)).structuredContent).toMatchObject({ format: 'svg' });
    const wrong = { inputPath, variables: { title: [] } };
    const refused = await client().callTool({ name: 'service_inspect', arguments: wrong });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('variables.title must be a string, a finite number, true or false');
    const unknown = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(textOf(unknown)).toContain('name: names the unknown variable "title"; declare it in variables');
  });

  it('service_inspect reports content that cannot be rendered as issues', async () => {
    const inputPath = join(await temporaryFolder(), 'video.json');
    const text = JSON.stringify(readProject(hello));
    await writeFile(
      inputPath,
      text.replace('"kind":"text"', '"kind":"image","image":{"src":"a.webp","width":1,"height":1}'),
    );
    const result = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({
      issues: [expect.stringMatching(/^scenes\.hello\.objects\.title\.image: .*"a\.webp"/)],
    });
  });

  it("service_render renders every format, and reports the file's properties", {
    tags: 'ffmpeg',
  }, async () => {
    const folder = await temporaryFolder();
    for (const [name, args, made] of [
      [
        'a.svg',
        { width: 640 },
        { format: 'svg', mimeType: 'image/svg+xml', width: 640, height: 360, rasterizedFrames: 0 },
      ],
      [
        'b.png',
        { height: 90 },
        { format: 'png', mimeType: 'image/png', width: 160, height: 90, rasterizedFrames: 1 },
      ],
      ['c', { width: 64, height: 64 }, { format: 'png', mimeType: 'image/png', width: 64, height: 64 }],
      ['d', { format: 'svg', timeMs: 500 }, { format: 'svg', width: 1280, height: 720 }],
      [
        'e.MP4',
        { width: 320, fps: 24 },
        {
          format: 'mp4',
          mimeType: 'video/mp4',
          width: 320,
          height: 180,
          durationMs: 1000,
          frames: 24,
          audioCodec: null,
        },
      ],
    ] as const) {
      const outputPath = join(folder, name);
      const result = await client().callTool({
        name: 'service_render',
        arguments: { inputPath: hello, outputPath, ...args },
      });
      expect(result.isError, textOf(result)).toBeFalsy();
      expect(Object.keys(result.structuredContent ?? {}).sort()).toEqual([
        'audioCodec',
        'bytes',
        'durationMs',
        'elapsedMs',
        'format',
        'frames',
        'height',
        'mimeType',
        'outputPath',
        'rasterizedFrames',
        'width',
      ]);
      const file = await readFile(outputPath);
      expect(result.structuredContent).toMatchObject({ outputPath, bytes: file.length, ...made });
      if (name === 'e.MP4') await checkFilm(file, { width: 320, frames: 24, framesPerSecond: 24 });
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    }
    expect((await readdir(folder)).sort()).toEqual(['a.svg', 'b.png', 'c', 'd', 'e.MP4']);
  });

  it('service_render returns the warnings of service_inspect', async () => {
    const folder = await temporaryFolder();
    const inputPath = join(folder, 'film.json');
    const objects = { formula: { kind: 'equation', text: '\\frac{1' } };
    await writeFile(inputPath, JSON.stringify({ shorthand: true, objects, compositions: [{}] }));
    const inspected = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    const made = await client().callTool({
      name: 'service_render',
      arguments: { inputPath, outputPath: join(folder, 'film.svg') },
    });
    const { issues } = inspected.structuredContent as { readonly issues: readonly string[] };
    expect(issues).toEqual([expect.stringMatching(/^warning: objects\.formula\.text: the TeX/)]);
    expect(made.structuredContent).toMatchObject({ warnings: issues });
  });

  it('service_render renders a film with sound that a decoder accepts', { tags: 'ffmpeg' }, async () => {
    const outputPath = join(await temporaryFolder(), 'launch.mp4');
    const result = await client().callTool({
      name: 'service_render',
      arguments: { inputPath: launch, outputPath, width: 320, fps: 24 },
    });
    expect(result.structuredContent).toMatchObject({ audioCodec: 'mp3', durationMs: 7900, frames: 190 });
    await checkFilm(await readFile(outputPath), {
      width: 320,
      frames: 190,
      durationMs: 7900,
      audioCodec: 'mp3',
    });
  });

  it("the tool server's resources include the OpenAPI document, the schema and the starter project", async () => {
    const { resources } = await client().listResources();
    const types = new Map(resources.map(({ uri, mimeType }) => [uri, mimeType]));
    for (const uri of [
      'service://docs/openapi',
      'service://docs/project-schema',
      'service://examples/hello',
    ]) {
      expect(types.get(uri)).toBe('application/json');
    }
    const read = async (uri: string) => {
      const { contents } = await client().readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }]);
      return JSON.parse((contents[0] as { text: string }).text);
    };
    const openApi = await read('service://docs/openapi');
    expect(openApi).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://127.0.0.1:8799' }] });
    const validate = new Ajv2020({ strict: false }).compile(await read('service://docs/project-schema'));
    const starter = await read('service://examples/hello');
    expect(validate(starter)).toBe(true);
    expect(validate({ ...starter, version: 3 })).toBe(false);
  });

  it('service_render renders the starter project from the resources unchanged', {
    tags: 'ffmpeg',
  }, async () => {
    const folder = await temporaryFolder();
    const { contents } = await client().readResource({ uri: 'service://examples/hello' });
    const inputPath = join(folder, 'project.json');
    await writeFile(inputPath, (contents[0] as { text: string }).text);
    const inspected = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
    expect(inspected.structuredContent).toMatchObject({ durationMs: 1000, issues: [] });
    const rendered = await client().callTool({
      name: 'service_render',
      arguments: { inputPath, outputPath: join(folder, 'hello.mp4') },
    });
    expect(rendered.structuredContent).toMatchObject({ durationMs: 1000, frames: 30 });
    await checkFilm(await readFile(join(folder, 'hello.mp4')), { durationMs: 1000, frames: 30 });
  });

  it("the official client receives a film's progress", { tags: 'ffmpeg' }, async () => {
    const heard: { progress: number; total?: number; message?: string }[] = [];
    const outputPath = join(await temporaryFolder(), 'film.mp4');
    await client().callTool(
      { name: 'service_render', arguments: { inputPath: launch, outputPath, width: 640 } },
      { onprogress: (progress) => heard.push(progress) },
    );
    await checkFilm(await readFile(outputPath), { frames: 237 });
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.at(-1)).toEqual({ progress: 237, total: 237, message: '237 of 237 frames' });
    for (const [index, { progress, total }] of heard.entries()) {
      expect(progress).toBeGreaterThan(heard[index - 1]?.progress ?? 0);
      expect(total).toBe(237);
    }
  });
});
