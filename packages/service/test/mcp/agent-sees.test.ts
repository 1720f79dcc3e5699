import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { decodePng } from '../../../../test/support/picture.ts';
import { writePng } from '../../../../test/support/png-writer.ts';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { Random } from '../../../../test/support/random.ts';
import { expandProject } from '../../../engine/src/library.ts';
import { sceneObjectSchema } from '../../../engine/src/project/object-schemas.ts';
import {
  compositionStateSchema,
  keyframeSchema,
  transitionTrackSchema,
} from '../../../engine/src/project/schema.ts';
import { render } from '../../../engine/src/render/render.ts';
import { readTemplate, templates } from '../../src/contract/templates.ts';
import { hello, launch } from './support/fixtures.ts';
import { textOf, useOfficialClient } from './support/official-client.ts';

const client = useOfficialClient('2026-07-28');
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The only image in a result. */
function imageOf({ content }: { content: readonly { type: string }[] }): Buffer {
  const images = content.filter(({ type }) => type === 'image') as { data?: string; mimeType?: string }[];
  expect(images).toMatchObject([{ mimeType: 'image/png', data: expect.any(String) }]);
  return Buffer.from(images[0]?.data ?? '', 'base64');
}

async function inspect(args: Record<string, unknown>) {
  return client().callTool({ name: 'service_inspect', arguments: args });
}

/** Noise cannot be compressed. */
async function noisyFilm(): Promise<string> {
  const random = new Random(1);
  const png = writePng({
    width: 500,
    height: 400,
    colorType: 2,
    bitDepth: 8,
    pixel: () => [random.below(256), random.below(256), random.below(256)],
  });
  const image = {
    src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    width: 500,
    height: 400,
  };
  const states = { noise: state({ x: 160, y: 90, width: 320, height: 180 }) };
  const ids = Array.from({ length: 6 }, (_, index) => `c${index}`);
  const path = join(await temporaryFolder(), 'noise.json');
  const film = project(
    scene('s', {
      objects: [object('noise', { kind: 'image', image })],
      compositions: ids.map((id) => composition(id, 100, states)),
    }),
  );
  await writeFile(path, JSON.stringify(film));
  return path;
}

describe('service_inspect with a sheet or a layout', () => {
  it('service_inspect returns a sheet as an image beside its JSON', { tags: 'slow' }, async () => {
    const result = await inspect({ inputPath: launch, sheet: true });
    expect(result.isError).toBeFalsy();
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    const png = imageOf(result);
    const { width, height } = await decodePng(png);
    expect(width).toBe(1568);
    expect(height).toBeLessThanOrEqual(1568);
    expect(png.length).toBeLessThanOrEqual(1024 ** 2);
  });

  it('service_inspect keeps the sheet of a noisy film within 1568 pixels and 1 MiB', {
    tags: 'slow',
  }, async () => {
    const png = imageOf(await inspect({ inputPath: await noisyFilm(), sheet: true }));
    const { width, height } = await decodePng(png);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
    expect(png.length).toBeLessThanOrEqual(1024 ** 2);
    // Not smaller than necessary.
    expect(png.length).toBeGreaterThan(300_000);
  });

  it('service_inspect explains why it could not draw a sheet in place of the image', async () => {
    const inputPath = join(await temporaryFolder(), 'video.json');
    const text = await readFile(hello, 'utf8');
    await writeFile(
      inputPath,
      text.replace('"kind":"text"', '"kind":"image","image":{"src":"a.webp","width":1,"height":1}'),
    );
    const result = await inspect({ inputPath, sheet: true });
    expect(result.isError).toBeFalsy();
    expect(result.content).toMatchObject([
      { type: 'text' },
      {
        type: 'text',
        text: expect.stringMatching(/^The sheet could not be drawn: scenes\.hello\.objects\.title\.image: /),
      },
    ]);
  });

  it('service_inspect returns a layout only if requested', async () => {
    const { structuredContent } = await inspect({ inputPath: launch, layout: true });
    const { layout } = structuredContent as {
      layout: { scene: string; composition: string; objects: { id: string; box: object | null }[] }[];
    };
    expect(layout.map(({ scene: id, composition: name }) => `${id}.${name}`)).toEqual([
      'intro.a',
      'intro.b',
      'picture.in',
      'picture.hold',
      'picture.out',
    ]);
    const number = expect.any(Number);
    for (const { objects } of layout) {
      expect(objects.length).toBeGreaterThan(0);
      for (const { box } of objects)
        if (box) expect(box).toEqual({ left: number, top: number, right: number, bottom: number });
    }
    expect((await inspect({ inputPath: launch })).structuredContent).not.toHaveProperty('layout');
  });

  it.each(['sheet', 'layout'])(
    'service_inspect refuses a %s argument that is neither true nor false',
    async (name) => {
      const result = await inspect({ inputPath: hello, [name]: 'yes' });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(`${name} must be true or false, but is "yes"`);
    },
  );
});

describe('images from service_inspect', () => {
  it('service_inspect draws a sheet of chosen times at a chosen width', async () => {
    const result = await inspect({ inputPath: launch, times: [0, 2600], width: 700 });
    expect(await decodePng(imageOf(result))).toMatchObject({ width: 700 });
    expect(result.structuredContent).not.toHaveProperty('capabilities');
    const late = await inspect({ inputPath: hello, times: [1001] });
    expect(late.content.at(-1)).toMatchObject({
      text: "The sheet could not be drawn: times must be at most the project's duration of 1000 ms, but one is 1001",
    });
  });

  it('service_inspect returns a frame, with the same pixels as a render of its width', async () => {
    const shown = await inspect({ inputPath: hello, frame: 400 });
    const picture = await decodePng(imageOf(shown));
    expect(picture).toMatchObject({ width: 1568, height: 882 });
    const small = await decodePng(imageOf(await inspect({ inputPath: hello, frame: 400, width: 400 })));
    expect(small).toMatchObject({ width: 400, height: 225 });
    const still = await render(await readFile(hello), { format: 'png', timeMs: 400, width: 400 });
    expect(
      Buffer.compare(Buffer.from((await decodePng(Buffer.from(still.data))).data), Buffer.from(small.data)),
    ).toBe(0);
  });

  it('service_inspect can return a sheet and a frame together', async () => {
    const { content } = await inspect({ inputPath: hello, sheet: true, frame: 0 });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'image']);
  });

  it('service_inspect keeps a frame of a noisy film within 1 MiB', async () => {
    const png = imageOf(await inspect({ inputPath: await noisyFilm(), frame: 50 }));
    expect(png.length).toBeLessThanOrEqual(1024 ** 2);
  });

  it.each([
    [{ times: 400 }, 'times must be a list of numbers, but is 400'],
    [{ frame: -1 }, 'frame must be a number of at least 0, but is -1'],
    [{ frame: 0, width: 319 }, 'width must be an integer from 320 to 1568, but is 319'],
  ])('service_inspect explains why it refuses %j', async (args, words) => {
    const result = await inspect({ inputPath: hello, ...args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(words);
  });
});

describe('images from service_render', () => {
  const rendered = async (inputPath: string, name: string, more: object = {}) => {
    const outputPath = join(await temporaryFolder(), name);
    const result = await client().callTool({
      name: 'service_render',
      arguments: { inputPath, outputPath, ...more },
    });
    expect(result.isError).toBeFalsy();
    return { result, file: await readFile(outputPath) };
  };

  it('service_render returns a small PNG file unchanged as an image', async () => {
    const { result, file } = await rendered(hello, 'small.png');
    expect(imageOf(result).equals(file)).toBe(true);
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  it('service_render returns a smaller image of a large PNG file', async () => {
    const { result, file } = await rendered(hello, 'large.png', { width: 1920 });
    expect(await decodePng(file)).toMatchObject({ width: 1920, height: 1080 });
    expect(await decodePng(imageOf(result))).toMatchObject({ width: 1568, height: 882 });
    const noise = await rendered(await noisyFilm(), 'noise.png', { width: 1500 });
    expect(noise.file.length).toBeGreaterThan(1024 ** 2);
    expect(imageOf(noise.result).length).toBeLessThanOrEqual(1024 ** 2);
  });

  it('service_render returns no image for an SVG', async () => {
    const { result } = await rendered(hello, 'vector.svg');
    expect(result.content.map(({ type }) => type)).toEqual(['text']);
  });
});

describe('the texts for agents', () => {
  it('the instructions and the lists of tools and resources are less than 8,000 bytes long', async () => {
    const { tools } = await client().listTools();
    const { resources } = await client().listResources();
    const told = JSON.stringify([client().getInstructions(), tools, resources]);
    expect(Buffer.byteLength(told)).toBeLessThan(8000);
  });

  it('the instructions and descriptions for agents repeat no sentence', async () => {
    const { tools } = await client().listTools();
    const { resources } = await client().listResources();
    const texts = [client().getInstructions() ?? '', ...textsIn(tools), ...textsIn(resources)];
    const sentences = texts
      .flatMap((text) => text.split(/(?<=[.;:])\s+/))
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(' ').length > 3);
    expect(sentences.length).toBeGreaterThan(30);
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
  });

  it('the instructions name every kind of resource once', async () => {
    const instructions = client().getInstructions() ?? '';
    const named = instructions.match(/service:\/\/[a-z/-]+/g) ?? [];
    expect(new Set(named).size).toBe(named.length);
    const { resources } = await client().listResources();
    for (const { uri } of resources) {
      const [folder = uri] = uri.match(/^service:\/\/examples\//) ?? [];
      expect(named.some((one) => one === uri || one === folder)).toBe(true);
    }
    const { resourceTemplates } = await client().listResourceTemplates();
    const addresses = [
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.map((one) => one.uriTemplate),
    ];
    for (const uri of named) {
      const { contents } = uri.endsWith('/') ? { contents: [] } : await client().readResource({ uri });
      expect(contents.length > 0 || addresses.some((one) => one.startsWith(uri))).toBe(true);
    }
  });

  it('the instructions name every template, and each can be read', async () => {
    const [, names = ''] =
      /service:\/\/templates\/NAME, where NAME is ([^;]+);/.exec(client().getInstructions() ?? '') ?? [];
    expect(names.split(/, | or /)).toEqual(templates.map(({ name }) => name));
    for (const { name } of templates) {
      const { contents } = await client().readResource({ uri: `service://templates/${name}` });
      expect(contents).toMatchObject([{ mimeType: 'application/json', text: readTemplate(name) }]);
    }
  });
});

describe('the resources', () => {
  it('the resources contain the guides as Markdown and every example', async () => {
    const read = async (uri: string) => {
      const { contents } = await client().readResource({ uri });
      return contents as { mimeType: string; text: string }[];
    };
    const uri = 'service://docs/shorthand';
    const text = await readFile(join(root, 'docs/reference/shorthand.md'), 'utf8');
    expect(await read(uri)).toEqual([{ uri, mimeType: 'text/markdown', text }]);
    for (const file of await readdir(join(root, 'examples'))) {
      if (!file.endsWith('.json')) continue;
      const uri = `service://examples/${file.slice(0, -'.json'.length)}`;
      const text = await readFile(join(root, 'examples', file), 'utf8');
      const [resource] = await read(uri);
      expect(resource).toMatchObject({ uri, mimeType: 'application/json' });
      // The starter is an example of the full format, without extensions.
      if (file !== 'hello.json') expect(resource.text).toBe(text);
      else expect({ ...JSON.parse(resource.text), extended: true }).toEqual(expandProject(text).project);
    }
  });

  it('the resources split the format guide into small sections without losing a chapter', async () => {
    const folder = join(root, 'docs/reference/format');
    const pages = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    const sections: readonly string[] =
      client()
        .getInstructions()
        ?.match(/service:\/\/docs\/format\/\w+/g) ?? [];
    const texts = await Promise.all(
      sections.map(async (uri) => {
        const { contents } = await client().readResource({ uri });
        const [content] = contents as { mimeType: string; text: string }[];
        expect(content?.mimeType).toBe('text/markdown');
        return content?.text ?? '';
      }),
    );
    const chapters = (text: string) => [...text.matchAll(/^#{1,3} (.*)$/gm)].map(([, name]) => name);
    expect(texts.flatMap(chapters).sort()).toEqual(pages.flatMap(chapters).sort());
    const { contents } = await client().readResource({ uri: 'service://docs/format' });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: texts.join('\n') }]);
    const text = texts[sections.indexOf('service://docs/format/text')] ?? '';
    expect(chapters(text)[0]).toBe('Text');
    expect(text).not.toMatch(/^#+ .*(circle|equation|image|sound)/im);
    for (const text of texts) {
      expect(Buffer.byteLength(text)).toBeLessThan(24_000);
      expect(text).not.toContain('<img');
      // Links lead to resources.
      for (const [, uri = ''] of text.matchAll(/\]\(([^)]*)\)/g)) {
        await expect(client().readResource({ uri }), uri).resolves.toBeDefined();
      }
    }
  });

  it('the shorthand page in the resources is 10,000 to 15,200 bytes long and names all important fields', async () => {
    const page = await readFile(join(root, 'docs/reference/shorthand.md'), 'utf8');
    expect(Buffer.byteLength(page)).toBeGreaterThan(10_000);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(15_200);
    const fields = [
      // Authors write gradients as the fill and the stroke, and the width at which a text wraps as its width.
      ...Object.keys(compositionStateSchema.shape).filter((name) => !/Gradient$|^wrapWidth$/.test(name)),
      ...sceneObjectSchema.shape.kind.options.filter((kind) => kind !== 'video'),
      ...transitionTrackSchema.shape.type.options,
      ...keyframeSchema.shape.property.options,
      ...['parentId', 'audioTracks', 'stagger', 'cubicBezier', 'linear', 'easeIn', 'easeOut', 'easeInOut'],
      ...['variables', 'enter', 'keyframes', 'positionTiming', 'c1', 'c2', 'data:'],
    ];
    expect(fields.filter((name) => !page.includes(`\`${name}`) && !page.includes(`"${name}"`))).toEqual([]);
    expect(page).toContain('its middle');
  });
});

describe('the pages about one topic', () => {
  const folder = join(root, 'docs/reference/topics');
  const capabilities = (args: Record<string, unknown>) =>
    client().callTool({ name: 'service_capabilities', arguments: args });

  it('the resources and service_capabilities have the page of every topic', async () => {
    const { tools } = await client().listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'service_capabilities') ?? {};
    const names = (await readdir(folder)).map((file) => file.slice(0, -'.md'.length));
    expect(inputSchema).toMatchObject({ properties: { topic: { enum: names } } });
    const { structuredContent: constants } = await capabilities({});
    for (const topic of names) {
      const text = await readFile(join(folder, `${topic}.md`), 'utf8');
      const uri = `service://docs/${topic}`;
      const { contents } = await client().readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
      const result = await capabilities({ topic });
      expect(textOf(result)).toBe(text);
      expect(result.structuredContent).toEqual({ ...(constants as object), page: text });
    }
  });

  it('a kind of objects is a topic of service_capabilities, too', async () => {
    expect(textOf(await capabilities({ topic: 'arrow' }))).toBe(
      await readFile(join(folder, 'shapes.md'), 'utf8'),
    );
  });

  it('an unknown topic is an error with the nearest topic and the list', async () => {
    const result = await capabilities({ topic: 'chart' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(
      'there is no page "chart"; did you mean charts? The topics are animation, assertions, axes, camera, captions, catalogue, chart-kinds, charts, ',
    );
    expect(textOf(await capabilities({ topic: 7 }))).toContain('topic must be one of animation, ');
    await expect(client().readResource({ uri: 'service://docs/chart' })).rejects.toThrow();
  });

  it('service_inspect lists the topics of what a project uses', async () => {
    const inputPath = join(await temporaryFolder(), 'film.json');
    const objects = { law: { kind: 'equation', text: 'a' }, sales: { kind: 'bars', data: { a: 1 } } };
    await writeFile(inputPath, JSON.stringify({ shorthand: true, objects, compositions: [{}] }));
    const result = await inspect({ inputPath });
    expect(result.structuredContent).toMatchObject({ pages: ['charts', 'equations'] });
  });
});

/** Every description in a listing. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'description' && typeof inner === 'string' ? [inner] : textsIn(inner),
  );
}
