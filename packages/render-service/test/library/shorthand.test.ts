// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like the placeholders of templates.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { writeWav } from '../../../../test/support/wav-writer.ts';
import {
  close,
  expandProject,
  inspect,
  type RenderError,
  render,
  type ShorthandProject,
  shorthandSchema,
} from '../../../engine/src/index.ts';

afterAll(() => close());

const bars: ShorthandProject = {
  shorthand: true,
  variables: { title: 'Bars' },
  name: '${title}',
  objects: Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [
      `bar${index}`,
      { kind: 'rectangle' as const, state: { x: 200 * index, fill: 'tomato', opacity: 0.5 } },
    ]),
  ),
  compositions: { start: {}, end: { states: { bar0: { x: '${x}' } }, enter: 500 } },
};

describe('the library', () => {
  it('expandProject expands a shorthand object, and maps places back to the shorthand', () => {
    const { project, placeOf, unusedVariables } = expandProject(bars, { variables: { x: 7 } });
    const scene = project.scenes.main;
    expect(project.name).toBe('Bars');
    expect(scene?.compositions.end?.states.bar0).toMatchObject({ x: 7, fill: '#ff6347' });
    expect(unusedVariables).toEqual([]);
    expect(placeOf(['scenes', 'main', 'compositions', 'end', 'states', 'bar0', 'fill'])).toEqual([
      'objects',
      'bar0',
      'state',
      'fill',
    ]);
    // The number is the duration.
    expect(placeOf(['scenes', 'main', 'transitions', 'to-end', 'duration'])).toEqual([
      'compositions',
      'end',
      'enter',
    ]);
    const [start, end] = ['start', 'end'].map((id) => scene?.compositions[id]?.states.bar1);
    expect(start).toEqual(end);
    expect(start).not.toBe(end);
    expect(shorthandSchema).toMatchObject({ $id: 'urn:render-service:shorthand' });
  });

  it('expandProject throws a RenderError for an unknown variable or an invalid value', () => {
    expect(() => expandProject(bars)).toThrow(
      expect.objectContaining({
        name: 'RenderError',
        code: 'invalid-project',
        message: 'compositions.end.states.bar0.x: names the unknown variable "x"; known: title',
      }),
    );
    const variables = { x: null } as unknown as Record<string, number>;
    expect(() => expandProject(bars, { variables })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
  });

  it('render and inspect accept shorthand with variables and a base folder', async () => {
    const picture = await render(bars, { format: 'svg', variables: { x: 7 } });
    expect(Buffer.from(picture.data).toString()).toContain('<svg');
    const full = expandProject(bars, { variables: { x: 7 } }).project;
    expect((await render(full, { format: 'svg' })).data).toEqual(picture.data);
    const baseFolder = await temporaryFolder();
    await writeFile(
      join(baseFolder, 'a.wav'),
      writeWav({ sampleRate: 8000, frames: 80, channels: [() => 0] }),
    );
    const sounding = { ...bars, audioTracks: { a: { asset: { src: 'a.wav' } } } };
    const options = { variables: { x: 1 } };
    expect(await inspect(sounding, { ...options, baseFolder })).toMatchObject({
      audibleTracks: 1,
      issues: [],
    });
    const failure = await inspect(sounding, options).catch((error: RenderError) => error);
    expect(failure).toMatchObject({
      code: 'invalid-project',
      message: expect.stringContaining('audioTracks.a.asset.src: is the file'),
    });
  });

  it('issues and errors name places in the shorthand document', async () => {
    const document = {
      shorthand: true,
      objects: {
        formula: { kind: 'equation', state: { text: '\\frac{' } },
        far: { kind: 'image', image: { src: 'https://a.example/a.png', width: 9, height: 9 } },
      },
      compositions: { a: {}, b: { states: { formula: { x: 5 } } } },
    };
    const { issues } = await inspect(document);
    expect(issues).toContainEqual(expect.stringMatching(/^objects\.far\.image: /));
    expect(issues).toContainEqual(expect.stringMatching(/^warning: objects\.formula\.state\.text: /));
    const failure = await render(document).catch((error: RenderError) => error);
    expect(failure).toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/^objects\.far\.image: /),
    });
  });
});

describe('expandProject with relations', () => {
  const document = (place: string) => ({
    shorthand: true,
    width: 1000,
    height: 600,
    variables: { place },
    objects: {
      toString: { kind: 'rectangle', state: { width: 100, height: 40, place: '${place}' } },
      note: { kind: 'text', state: { text: '$${no variable}', below: 'toString' } },
    },
    compositions: { a: {} },
  });

  it.each([
    ['text', (value: object) => JSON.stringify(value)],
    ['bytes', (value: object) => Buffer.from(JSON.stringify(value))],
    ['an object', (value: object) => value],
  ])('expandProject returns the numbers of relations for %s', (_, form) => {
    const { project, placeOf } = expandProject(form(document('top')));
    const { toString: box, note } = project.scenes.main?.compositions.a?.states ?? {};
    expect(box).toMatchObject({ x: 500, y: 56 });
    expect(note).toMatchObject({ text: '${no variable}' });
    expect(note?.y).toBeGreaterThan(76);
    const place = ['scenes', 'main', 'compositions', 'a', 'states', 'note', 'below'];
    expect(placeOf(place)).toEqual(['objects', 'note', 'state', 'below']);
  });

  it('expandProject reports relations that cannot be resolved', () => {
    const circle = document('top');
    circle.objects.toString.state = { below: 'note' } as never;
    expect(() => expandProject(circle)).toThrow(/^objects\.\w+\.state\.below: depends on itself/);
  });
});
